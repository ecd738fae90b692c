package evidence

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// R. G. Newcombe, Two-sided confidence intervals for the single proportion,
// Statistics in Medicine 17 (1998) 857-872, table I, method 3.
func TestWilsonPublished(t *testing.T) {
	for _, tt := range []struct {
		k, n      int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		i, ok := Wilson(tt.k, tt.n)
		if !ok || !near(i.Low, tt.low, 0.00005) || !near(i.High, tt.high, 0.00005) {
			t.Errorf("Wilson(%d, %d) = %v, %v; want %v to %v", tt.k, tt.n, i, ok, tt.low, tt.high)
		}
	}
	if _, ok := Wilson(0, 0); ok {
		t.Error("0 of 0 has an interval")
	}
}

// R. G. Newcombe, Interval estimation for the difference between independent
// proportions, Statistics in Medicine 17 (1998) 873-890, table II, method 10.
func TestDifferencePublished(t *testing.T) {
	for _, tt := range []struct {
		k1, n1, k2, n2 int
		low, high      float64
	}{
		{48, 80, 56, 70, 0.0524, 0.3339},
		{3, 10, 9, 10, 0.1705, 0.8090},
		{2, 7, 6, 7, 0.0582, 0.8062},
		{0, 29, 5, 56, -0.0381, 0.1926},
	} {
		_, i, ok := Difference(tt.k1, tt.n1, tt.k2, tt.n2)
		if !ok || !near(i.Low, tt.low, 0.00005) || !near(i.High, tt.high, 0.00005) {
			t.Errorf("%d/%d against %d/%d: %v, want %v to %v", tt.k2, tt.n2, tt.k1, tt.n1, i, tt.low, tt.high)
		}
	}
}

// A. J. Viera and J. M. Garrett, Understanding interobserver agreement: the
// kappa statistic, Family Medicine 37 (2005) 360-363: two residents rate 100
// lectures, kappa is 0.57.
func TestKappaPublished(t *testing.T) {
	kappa, _, ok := Kappa([][]int{{15, 5}, {10, 70}})
	if !ok || !near(kappa, 0.57, 0.005) {
		t.Errorf("kappa = %v, want 0.57", kappa)
	}
	for name, table := range map[string][][]int{"nothing": {{0, 0}, {0, 0}}, "one answer to all": {{9, 0}, {0, 0}}} {
		if kappa, _, ok := Kappa(table); ok {
			t.Errorf("%s: kappa = %v, want none", name, kappa)
		}
	}
	if kappa, i, _ := Kappa([][]int{{5, 0}, {0, 5}}); kappa != 1 || i.Low != 1 || i.High != 1 {
		t.Errorf("full agreement: %v, %v", kappa, i)
	}
}

// unitsOf turns votes, a line per judge, a column per subject, "." for none,
// into counts.
func unitsOf(lines ...string) [][]int {
	units := make([][]int, len(lines[0]))
	for u := range units {
		units[u] = make([]int, 8)
		for _, l := range lines {
			if c := l[u]; c != '.' {
				units[u][int(c)%8]++
			}
		}
	}
	return units
}

// K. Krippendorff, Computing Krippendorff's alpha-reliability (2011),
// examples A, B and C.
func TestAlphaPublished(t *testing.T) {
	for _, tt := range []struct {
		name  string
		units [][]int
		want  float64
	}{
		{"A: two observers, two values", unitsOf("0100000010", "1110010000"), 0.095},
		{"B: two observers, five values", unitsOf("aabbdcccedda", "babbbccceddd"), 0.692},
		{"C: four observers, missing votes", unitsOf("123321412...", "123322412"+"5.3", ".33323422"+"51.", "123324412"+"51."), 0.743},
	} {
		alpha, i, ok, hasInterval := Alpha(tt.units)
		if !ok || !near(alpha, tt.want, 0.0005) {
			t.Errorf("%s: alpha = %v, %v; want %v", tt.name, alpha, ok, tt.want)
		}
		if !hasInterval || i.Low > alpha || i.High < alpha || i.Low < -1.5 || i.High > 1 {
			t.Errorf("%s: interval %v of alpha %v", tt.name, i, alpha)
		}
		if _, again, _, _ := Alpha(tt.units); again != i {
			t.Errorf("%s: the interval is %v, then %v", tt.name, i, again)
		}
	}
	if alpha, _, ok, _ := Alpha([][]int{{3, 0}, {2, 0}}); ok {
		t.Errorf("one and the same vote everywhere: alpha = %v, want none", alpha)
	}
	if _, _, ok, _ := Alpha([][]int{{1, 0}, {0, 1}}); ok {
		t.Error("one vote for each subject has an alpha")
	}
}

// Random tables give what another language's library gives: see
// scripts/check-statistics, which writes the tables and compares. Here the
// program answers for it.
func TestTablesOfAnotherLibrary(t *testing.T) {
	name := os.Getenv("JUDGELINT_STATISTICS")
	if name == "" {
		t.Skip("set JUDGELINT_STATISTICS to the file of scripts/check-statistics")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	tables := 0
	for in.Scan() {
		var want struct {
			Units, Table               [][]int
			Alpha, Kappa, KLow, KHigh  *float64
			K1, N1, K2, N2             int
			Low, High, DiffLow, DiffUp float64
		}
		if err := json.Unmarshal(in.Bytes(), &want); err != nil {
			t.Fatalf("line %d: %v", tables+1, err)
		}
		tables++
		if alpha, _, ok, _ := Alpha(want.Units); ok != (want.Alpha != nil) || ok && !near(alpha, *want.Alpha, 1e-9) {
			t.Errorf("table %d: alpha = %v, %v; want %v", tables, alpha, ok, show(want.Alpha))
		}
		kappa, i, ok := Kappa(want.Table)
		if ok != (want.Kappa != nil) || ok && !near(kappa, *want.Kappa, 1e-9) {
			t.Errorf("table %d: kappa = %v, %v; want %v", tables, kappa, ok, show(want.Kappa))
		}
		if want.KLow != nil && (!near(i.Low, max(-1, *want.KLow), 1e-6) || !near(i.High, min(1, *want.KHigh), 1e-6)) {
			t.Errorf("table %d: interval of kappa %v, want %v to %v", tables, i, *want.KLow, *want.KHigh)
		}
		if _, i, ok := Difference(want.K1, want.N1, want.K2, want.N2); !ok || !near(i.Low, want.DiffLow, 1e-9) || !near(i.High, want.DiffUp, 1e-9) {
			t.Errorf("table %d: difference of %d/%d and %d/%d = %v, want %v to %v", tables, want.K1, want.N1, want.K2, want.N2, i, want.DiffLow, want.DiffUp)
		}
		if i, ok := Wilson(want.K1, want.N1); !ok || !near(i.Low, want.Low, 1e-9) || !near(i.High, want.High, 1e-9) {
			t.Errorf("table %d: Wilson(%d, %d) = %v, want %v to %v", tables, want.K1, want.N1, i, want.Low, want.High)
		}
	}
	if err := in.Err(); err != nil || tables != 1000 {
		t.Errorf("%d tables, %v; want 1000", tables, err)
	}
}

func show(x *float64) any {
	if x == nil {
		return "none"
	}
	return *x
}

// The quantile is that of R: quantile(c(1, 2, 4, 8), c(.025, .5, .975)).
func TestQuantile(t *testing.T) {
	values := []float64{1, 2, 4, 8}
	for q, want := range map[float64]float64{0: 1, 0.025: 1.075, 0.5: 3, 0.975: 7.7, 1: 8} {
		if got := quantile(values, q); !near(got, want, 1e-12) {
			t.Errorf("quantile %v = %v, want %v", q, got, want)
		}
	}
}

func BenchmarkAlpha(b *testing.B) {
	units := make([][]int, 20_000)
	for i := range units {
		units[i] = []int{i % 3, (i + 1) % 2, 1}
	}
	for b.Loop() {
		Alpha(units)
	}
}
