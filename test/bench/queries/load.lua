-- Load of a closed loop: cycles through the targets of a file, prints the figures as one line of JSON.
-- Arguments: file with a target a line, API key or "-", more headers as pairs of name and value.
local requests = {}

function init(args)
  if args[2] ~= "-" then wrk.headers["X-API-Key"] = args[2] end
  for i = 3, #args, 2 do wrk.headers[args[i]] = args[i + 1] end
  for target in io.lines(args[1]) do requests[#requests + 1] = wrk.format("GET", target) end
end

local at = 0

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %.6f, "bytes": %d, "p50_ms": %.4f, "p99_ms": %.4f, "max_ms": %.4f, "errors": %d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
    e.connect + e.read + e.write + e.status + e.timeout))
end
