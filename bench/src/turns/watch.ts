// Loaded into the server by `--import`: measures how long a turn of its event loop lasts at most, and tells it over a socket.
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'
import { round } from '../report.ts'
import { SOCKET_VARIABLE, type Longest } from './watched.ts'

/** A turn that lasts longer delays the next tick by its excess; milliseconds. */
const TICK = 1
/** Turns that begin after the answer of a request count for it too; milliseconds. */
const AFTER = 8

const socketPath = process.env[SOCKET_VARIABLE]
// Programs that the server starts load this file too.
delete process.env[SOCKET_VARIABLE]
if (isMainThread && socketPath) watch(socketPath)

function watch(socket: string): void {
  let longest: Longest = { wall: 0, cpu: 0 }
  let at = performance.now()
  let used = usedMs()
  setInterval(() => {
    const [now, cpu] = [performance.now(), usedMs()]
    longest = { wall: Math.max(longest.wall, now - at - TICK), cpu: Math.max(longest.cpu, cpu - used) }
    ;[at, used] = [now, cpu]
  }, TICK).unref()
  createServer((client) => {
    setTimeout(() => {
      client.end(JSON.stringify({ wall: round(longest.wall), cpu: round(longest.cpu) }))
      longest = { wall: 0, cpu: 0 }
    }, AFTER)
  })
    .listen(socket)
    .unref()
}

/** Returns the processor time of this thread, in milliseconds. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
