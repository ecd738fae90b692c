package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
)

// z is the quantile of the normal distribution that makes 95 % intervals.
func z() float64 { return math.Sqrt2 * math.Erfinv(0.95) }

// Interval is a 95 % interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Wilson is the score interval of Wilson (1927) for k of n, without a correction for
// continuity. ok is false if n is 0 or if k of n is no share.
func Wilson(k, n int) (i Interval, ok bool) {
	if n <= 0 || k < 0 || k > n {
		return i, false
	}
	z, p, m := z(), float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	i = Interval{max(0, middle-half), min(1, middle+half)}
	if k == 0 {
		i.Low = 0
	}
	if k == n {
		i.High = 1
	}
	return i, true
}

// Difference is the share k2 of n2 minus the share k1 of n1, with the hybrid
// score interval of Newcombe (1998, method 10). ok is false if one of them is
// no share.
func Difference(k1, n1, k2, n2 int) (d float64, i Interval, ok bool) {
	one, okOne := Wilson(k1, n1)
	two, okTwo := Wilson(k2, n2)
	if !okOne || !okTwo {
		return 0, i, false
	}
	p1, p2 := float64(k1)/float64(n1), float64(k2)/float64(n2)
	d = p2 - p1
	i.Low = d - math.Hypot(p2-two.Low, one.High-p1)
	i.High = d + math.Hypot(two.High-p2, p1-one.Low)
	return d, i, true
}

// Kappa is Cohen's kappa (1960) of two judges. table[a][b] counts the subjects to
// which the first gave a and the second b; it is square. The interval is that
// of the large-sample error of Fleiss, Cohen and Everitt (1969), cut at -1 and
// 1. ok is false if kappa is not defined: no subject, or both judges gave one and
// the same answer to all.
func Kappa(table [][]int) (kappa float64, i Interval, ok bool) {
	size := len(table)
	rows, columns := make([]float64, size), make([]float64, size)
	n, same := 0.0, 0.0
	for a := range table {
		for b, count := range table[a] {
			c := float64(count)
			n += c
			rows[a] += c
			columns[b] += c
			if a == b {
				same += c
			}
		}
	}
	if n == 0 {
		return 0, i, false
	}
	observed, expected := same/n, 0.0
	for a := range size {
		rows[a] /= n
		columns[a] /= n
		expected += rows[a] * columns[a]
	}
	if expected >= 1 {
		return 0, i, false
	}
	kappa = (observed - expected) / (1 - expected)
	half := z() * math.Sqrt(kappaVariance(table, rows, columns, n, observed, expected))
	return kappa, Interval{max(-1, kappa-half), min(1, kappa+half)}, true
}

// kappaVariance is formula 13 of Fleiss, Cohen and Everitt.
func kappaVariance(table [][]int, rows, columns []float64, n, observed, expected float64) float64 {
	on, off := 0.0, 0.0
	for a := range table {
		for b, count := range table[a] {
			p := float64(count) / n
			if a == b {
				x := (1 - expected) - (rows[a]+columns[a])*(1-observed)
				on += p * x * x
				continue
			}
			x := columns[a] + rows[b]
			off += p * x * x
		}
	}
	off *= (1 - observed) * (1 - observed)
	rest := observed*expected - 2*expected + observed
	d := 1 - expected
	return max(0, on+off-rest*rest) / (n * d * d * d * d)
}

// unit is how often each value was given to one subject.
type unit []int

// alphaOf is Krippendorff's alpha (2011) for nominal values. Units with fewer than two
// votes do not count. ok is false if alpha is not defined: no unit counts, or
// all votes are one and the same.
func alphaOf(units []unit) (alpha float64, ok bool) {
	var s sums
	for _, u := range units {
		s.add(u)
	}
	return s.alpha()
}

// Alpha is Krippendorff's alpha for nominal values. units[u][v] counts the
// votes v of subject u; those with fewer than two votes do not count. The
// interval is that of the percentile bootstrap over units with a fixed seed,
// so that the same ledger gives the same interval. ok is false if alpha is not
// defined: no unit counts, or all votes are one and the same. hasInterval is
// false if too few of the drawn samples had an alpha.
func Alpha(units [][]int) (alpha float64, i Interval, ok, hasInterval bool) {
	var counted []unit
	for _, u := range units {
		if votes(u) > 1 {
			counted = append(counted, u)
		}
	}
	if alpha, ok = alphaOf(counted); !ok {
		return 0, i, false, false
	}
	i, hasInterval = bootstrap(counted)
	return alpha, i, true, hasInterval
}

func votes(u unit) int {
	n := 0
	for _, c := range u {
		n += c
	}
	return n
}

// sums are the parts of alpha that add up over units.
type sums struct {
	same   float64 // agreeing pairs, weighted as Krippendorff does
	values []float64
}

func (s *sums) add(u unit) {
	m := votes(u)
	if m < 2 {
		return
	}
	for len(s.values) < len(u) {
		s.values = append(s.values, 0)
	}
	for v, c := range u {
		s.values[v] += float64(c)
		s.same += float64(c*(c-1)) / float64(m-1)
	}
}

func (s *sums) alpha() (float64, bool) {
	n, squares := 0.0, 0.0
	for _, c := range s.values {
		n += c
		squares += c * (c - 1)
	}
	expected := n*(n-1) - squares // pairs of unequal votes, if votes were dealt out blindly
	if n < 2 || expected <= 0 {
		return 0, false
	}
	return 1 - (n-1)*(n-s.same)/expected, true
}

const (
	resamples = 1000
	// seedHigh and seedLow are the first digits of pi and e: nothing up our
	// sleeve.
	seedHigh, seedLow = 3141592653589793, 2718281828459045
)

// bootstrap draws as many units as there are, again and again. Units with the
// same votes are one kind, of which the parts of alpha are computed once.
func bootstrap(units []unit) (i Interval, ok bool) {
	kinds, kindOf := kindsOf(units)
	rng := rand.New(rand.NewPCG(seedHigh, seedLow))
	alphas := make([]float64, 0, resamples)
	var s sums
	n, drawn := uint64(len(kindOf)), make([]int, len(kinds))
	for range resamples {
		s.same = 0
		clear(s.values)
		for left := len(kindOf); left > 0; left -= 2 { // two draws from one number
			r := rng.Uint64()
			drawn[kindOf[r>>32*n>>32]]++
			if left > 1 {
				drawn[kindOf[r&(1<<32-1)*n>>32]]++
			}
		}
		for k := range kinds {
			s.addMany(&kinds[k], drawn[k])
		}
		clear(drawn)
		if a, ok := s.alpha(); ok {
			alphas = append(alphas, a)
		}
	}
	if len(units) < 2 || len(alphas) < resamples/2 {
		return i, false
	}
	slices.Sort(alphas)
	return Interval{quantile(alphas, 0.025), quantile(alphas, 0.975)}, true
}

// addMany adds n units with the same sums.
func (s *sums) addMany(k *sums, n int) {
	for len(s.values) < len(k.values) {
		s.values = append(s.values, 0)
	}
	s.same += float64(n) * k.same
	for v, c := range k.values {
		s.values[v] += float64(n) * c
	}
}

// kindsOf finds the units with the same votes.
func kindsOf(units []unit) (kinds []sums, kindOf []int32) {
	known := map[[8]int]int32{}
	kindOf = make([]int32, len(units))
	for i, u := range units {
		var key [8]int
		fits := len(u) <= len(key)
		copy(key[:], u)
		at, ok := known[key]
		if !ok || !fits {
			at = int32(len(kinds))
			var k sums
			k.add(u)
			kinds = append(kinds, k)
			if fits {
				known[key] = at
			}
		}
		kindOf[i] = at
	}
	return kinds, kindOf
}

// quantile is that of sorted values, by linear interpolation (type 7 of
// Hyndman and Fan, the default of R).
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// sample are values of which a mean is known.
type sample struct {
	n            int
	sum, squares float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

func (s *sample) mean() float64 { return s.sum / float64(s.n) }

// error2 is the square of the standard error of the mean.
func (s *sample) error2() float64 {
	n := float64(s.n)
	return max(0, (s.squares-s.sum*s.sum/n)/(n-1)) / n
}

// differenceOfMeans is the mean of b minus that of a with its large-sample
// interval.
func differenceOfMeans(a, b *sample) (d float64, i Interval) {
	d = b.mean() - a.mean()
	half := z() * math.Sqrt(a.error2()+b.error2())
	return d, Interval{d - half, d + half}
}
