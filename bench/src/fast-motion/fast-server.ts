// A server whose clock runs `pace` times as fast and that keeps nothing for longer than `minutes` of it: `fast-server.ts pace minutes`.
// Sends its address to the process that forked it, and a sample for each message.
import { startServer } from '@granary/server/server.ts'
import { readConfiguration } from '@granary/server/settings/configuration.ts'
import { fastClock } from './fast-clock.ts'
import { takeSample } from './sample.ts'

const [pace, minutes] = process.argv.slice(2).map(Number) as [number, number]
const HOUR = 60
const DAY = 24 * HOUR

const configuration = {
  ...readConfiguration([], process.env),
  // Longer than a busy machine may keep all clients waiting.
  sessionIdle: 4 * minutes,
  sessionLifetime: 8 * minutes,
  changeLogDays: minutes / DAY,
  auditLogDays: minutes / DAY,
  metricsDays: minutes / DAY,
  metricsRawHours: minutes / 2 / HOUR,
}
const running = await startServer(configuration, process.cwd(), { clock: fastClock(pace) })
const sample = () => takeSample(configuration.data)
process.on('message', () => void sample().then((taken) => process.send!(taken)))
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
process.send!(running.url)
