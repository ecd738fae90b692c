package jsonschema

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// decimal is a number exactly as it was written: 0.digits × 10^exp. The digits
// have no zeros at their ends; none at all means 0.
type decimal struct {
	neg    bool
	digits string
	exp    int
}

// farExp stands for exponents that are too large to be counted.
const farExp = 1 << 40

// number reads the number that v holds.
func number(v *jsontree.Value) (d decimal, ok bool) {
	if !v.Is(jsontree.Number) {
		return decimal{}, false
	}
	text := v.Text
	text, d.neg = strings.CutPrefix(text, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	d.digits = strings.TrimLeft(all, "0")
	d.exp = len(whole) - (len(all) - len(d.digits)) + power(exponent)
	if d.digits = strings.TrimRight(d.digits, "0"); d.digits == "" {
		return decimal{}, true
	}
	return d, true
}

func power(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > farExp || n < -farExp {
		if text[0] == '-' {
			return -farExp
		}
		return farExp
	}
	return n
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.neg:
		return -1
	}
	return 1
}

// compare is negative, 0 or positive as d is less than, equal to or above e.
func (d decimal) compare(e decimal) int {
	if s, t := d.sign(), e.sign(); s != t || s == 0 {
		return s - t
	}
	n := d.exp - e.exp
	if n == 0 {
		n = strings.Compare(d.digits, e.digits)
	}
	if d.neg {
		return -n
	}
	return n
}

// integer reports whether the number has no fraction.
func (d decimal) integer() bool { return d.exp >= len(d.digits) }

// whole returns the digits of a whole number that is not huge, else "".
func (d decimal) whole() string {
	const longest = 18
	switch {
	case d.digits == "":
		return "0"
	case !d.integer() || d.exp > longest:
		return ""
	}
	text := d.digits + strings.Repeat("0", d.exp-len(d.digits))
	if d.neg {
		return "-" + text
	}
	return text
}

// multipleOf reports whether d is a whole multiple of e, which is positive.
// Numbers that are more than a thousand digits apart are none of each other.
func (d decimal) multipleOf(e decimal) bool {
	if d.digits == "" {
		return true
	}
	// Both times the same power of ten are whole: e is then its digits alone.
	zeros := d.exp - len(d.digits) - (e.exp - len(e.digits))
	divisor, err := strconv.ParseUint(e.digits, 10, 64)
	if err != nil || zeros < 0 || zeros > 1000 {
		return zeros >= 0 && d.digits == e.digits
	}
	rest := uint64(0)
	for _, c := range d.digits + strings.Repeat("0", zeros) {
		high, low := bits.Mul64(rest, 10)
		low, carry := bits.Add64(low, uint64(c-'0'), 0)
		_, rest = bits.Div64(high+carry, low, divisor)
	}
	return rest == 0
}

// canonical is one text for equal values.
func canonical(v *jsontree.Value) string { return string(appendCanonical(nil, v)) }

func appendCanonical(out []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.Null:
		return append(out, "null"...)
	case jsontree.Bool:
		return append(out, v.Text...)
	case jsontree.String:
		return strconv.AppendQuote(out, v.Text)
	case jsontree.Number:
		d, _ := number(v)
		if d.neg {
			out = append(out, '-')
		}
		return strconv.AppendInt(append(append(out, d.digits...), 'e'), int64(d.exp), 10)
	case jsontree.List:
		out = append(out, '[')
		for i := range v.Items {
			out = append(appendCanonical(out, &v.Items[i]), ',')
		}
		return append(out, ']')
	}
	out = append(out, '{')
	for _, i := range byName(v) {
		out = append(strconv.AppendQuote(out, v.Keys[i].Name), ':')
		out = append(appendCanonical(out, &v.Items[i]), ',')
	}
	return append(out, '}')
}
