import { VCPUS_PER_THREAD } from '@granary/domain/physical-capacity.ts'
import { LIMITS } from '@granary/domain/limits.ts'
import { DRIVER_SETTINGS, DRIVERS } from '../drivers.ts'
import { ALERT_SETTINGS } from './alert-settings.ts'
import { METRIC_SETTINGS } from './metric-settings.ts'
import { REQUEST_SETTINGS } from './request-settings.ts'
import { TLS_SETTINGS } from './tls-settings.ts'
import { IMAGE_SETTINGS } from './image-settings.ts'
import { setting } from './setting.ts'
import { database, host, networks, number, oneOf, password, text, token } from './setting-kinds.ts'

/** Every setting. `readConfiguration` and `--help` are made from this list. */
export const SETTINGS = {
  host: setting(
    { flag: '--host', variable: 'GRANARY_HOST', meaning: 'address to listen on', initial: '127.0.0.1' },
    host,
  ),
  port: setting(
    {
      flag: '--port',
      variable: 'GRANARY_PORT',
      meaning: 'port to listen on; 0 takes a free one',
      initial: '8400',
    },
    number(0, 65_535),
  ),
  data: setting(
    {
      flag: '--data',
      variable: 'GRANARY_DATA',
      meaning: 'folder of all data',
      initial: './data',
    },
    text,
  ),
  databaseUrl: setting(
    {
      flag: '--database-url',
      variable: 'GRANARY_DATABASE_URL',
      meaning: 'database URL',
      otherwise: 'granary.sqlite in the data folder',
      secret: true,
    },
    database,
  ),
  compute: setting(
    { flag: '--compute', variable: 'GRANARY_COMPUTE', meaning: 'driver of the machines', initial: 'auto' },
    oneOf('auto', ...Object.keys(DRIVERS)),
  ),
  ...DRIVER_SETTINGS,
  adminPassword: setting(
    {
      flag: '--admin-password',
      variable: 'GRANARY_ADMIN_PASSWORD',
      meaning: 'password of the first administrator, used when the database is empty',
      otherwise: 'a random one, shown once',
      secret: true,
    },
    password,
  ),
  dataset: setting(
    {
      flag: '--dataset',
      variable: 'GRANARY_DATASET',
      meaning: 'data-set file to load when the database is empty',
      otherwise: 'none',
    },
    text,
  ),
  sessionIdle: setting(
    {
      flag: '--session-idle',
      variable: 'GRANARY_SESSION_IDLE',
      meaning: 'minutes without use after which a session ends',
      initial: '480',
    },
    number(1, 525_600),
  ),
  sessionLifetime: setting(
    {
      flag: '--session-lifetime',
      variable: 'GRANARY_SESSION_LIFETIME',
      meaning: 'minutes after which a session always ends',
      initial: '1440',
    },
    number(1, 525_600),
  ),
  changeLogDays: setting(
    {
      flag: '--change-log-days',
      variable: 'GRANARY_CHANGE_LOG_DAYS',
      meaning: 'days after which entries of the change log are deleted',
      initial: '90',
    },
    number(1, 36_500),
  ),
  ...METRIC_SETTINGS,
  auditLogDays: setting(
    {
      flag: '--audit-log-days',
      variable: 'GRANARY_AUDIT_LOG_DAYS',
      meaning: 'days after which entries of the audit log are deleted',
      initial: '90',
    },
    number(1, 36_500),
  ),
  addressesPerSilo: setting(
    {
      flag: '--addresses-per-silo',
      variable: 'GRANARY_ADDRESSES_PER_SILO',
      meaning: 'external addresses or multicast groups of one pool that a silo may hold; 0 allows none',
      initial: String(LIMITS.addresses.max),
    },
    number(0, 1_048_576),
  ),
  vcpusPerThread: setting(
    {
      flag: '--vcpus-per-thread',
      variable: 'GRANARY_VCPUS_PER_THREAD',
      meaning: 'vCPUs of instances that a hardware thread of a sled carries',
      initial: String(VCPUS_PER_THREAD),
    },
    number(1, 64),
  ),
  ...TLS_SETTINGS,
  metadataNetworks: setting(
    {
      flag: '--metadata-networks',
      variable: 'GRANARY_METADATA_NETWORKS',
      meaning: 'networks beside public ones that identity provider metadata may be loaded from by URL',
      otherwise: 'none',
    },
    networks,
  ),
  ...IMAGE_SETTINGS,
  ...ALERT_SETTINGS,
  metricsToken: setting(
    {
      flag: '--metrics-token',
      variable: 'GRANARY_METRICS_TOKEN',
      meaning: 'bearer token that reading /metrics needs',
      otherwise: 'none; /metrics answers only clients on this machine',
      secret: true,
    },
    token,
  ),
  extensions: setting(
    {
      flag: '--extensions',
      variable: 'GRANARY_EXTENSIONS',
      meaning: 'operations and fields beyond the published API; the console does without them',
      initial: 'on',
    },
    oneOf('on', 'off'),
  ),
  trustedProxies: setting(
    {
      flag: '--trusted-proxies',
      variable: 'GRANARY_TRUSTED_PROXIES',
      meaning: 'proxies whose X-Forwarded-For, -Proto and -Host are trusted',
      otherwise: 'none',
    },
    networks,
  ),
  minFreeSpace: setting(
    {
      flag: '--min-free-space',
      variable: 'GRANARY_MIN_FREE_SPACE',
      meaning: 'MiB of free space of the data folder below which nothing new is stored',
      initial: '64',
    },
    number(0, 1_073_741_824),
  ),
  releaseSpace: setting(
    {
      flag: '--release-space',
      variable: 'GRANARY_RELEASE_SPACE',
      meaning: 'GiB of the data folder that the files of all releases may take together',
      initial: '64',
    },
    number(0, 1_048_576),
  ),
  ...REQUEST_SETTINGS,
  logLevel: setting(
    {
      flag: '--log-level',
      variable: 'GRANARY_LOG_LEVEL',
      meaning: 'what is logged, as JSON lines on standard error; info has every request',
      initial: 'warn',
    },
    oneOf('debug', 'info', 'warn', 'error'),
  ),
}
