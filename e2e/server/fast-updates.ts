import { rackTimings } from '../../compute/src/simulated/timings.ts'

// A server that loads this module first updates its sleds and switches one after another, but quickly.
rackTimings.update = 100
