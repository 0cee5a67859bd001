import { setting } from './setting.ts'
import { number, text, webAddress } from './setting-kinds.ts'

/** How the metrics of machines are read, kept and sent on. */
export const METRIC_SETTINGS = {
  metricsInterval: setting(
    {
      flag: '--metrics-interval',
      variable: 'GRANARY_METRICS_INTERVAL',
      meaning: "seconds between two readings of the machines' counters; 0 reads none",
      initial: '10',
    },
    number(0, 3_600),
  ),
  metricsRawHours: setting(
    {
      flag: '--metrics-raw-hours',
      variable: 'GRANARY_METRICS_RAW_HOURS',
      meaning: 'hours after which one reading a minute remains, of latencies one an hour',
      initial: '12',
    },
    number(1, 8_760),
  ),
  metricsDays: setting(
    {
      flag: '--metrics-days',
      variable: 'GRANARY_METRICS_DAYS',
      meaning: 'days after which readings, and points of provisioned resources, are deleted',
      initial: '30',
    },
    number(1, 3_650),
  ),
  remoteWriteUrl: setting(
    {
      flag: '--remote-write-url',
      variable: 'GRANARY_REMOTE_WRITE_URL',
      meaning: 'Prometheus remote write receiver that each reading is sent to as well',
      otherwise: 'none',
      secret: true,
    },
    webAddress,
  ),
  remoteWriteTokenFile: setting(
    {
      flag: '--remote-write-token-file',
      variable: 'GRANARY_REMOTE_WRITE_TOKEN_FILE',
      meaning: 'file with the bearer token of the receiver',
      otherwise: 'none',
    },
    text,
  ),
  remoteWriteBatch: setting(
    {
      flag: '--remote-write-batch',
      variable: 'GRANARY_REMOTE_WRITE_BATCH',
      meaning: 'samples in one request to the receiver',
      initial: '2000',
    },
    number(1, 100_000),
  ),
  remoteWriteRounds: setting(
    {
      flag: '--remote-write-rounds',
      variable: 'GRANARY_REMOTE_WRITE_ROUNDS',
      meaning: 'readings that wait while the receiver is down; the oldest make room',
      initial: '60',
    },
    number(1, 10_000),
  ),
}
