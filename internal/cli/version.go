package cli

import "runtime/debug"

// version is set by the release build (-ldflags "-X ...cli.version=v1.2.3").
var version string

// Version returns the version of the release build, else that of the module
// as the Go toolchain recorded it, else "devel".
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
