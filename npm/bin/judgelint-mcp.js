#!/usr/bin/env node
require("../launch.js")("judgelint-mcp");
