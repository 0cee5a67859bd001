import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, help, readConfiguration } from './configuration.ts'
import { SETTINGS } from './settings.ts'

const settings = Object.entries(SETTINGS) as [
  keyof typeof SETTINGS,
  { flag: string; variable: string; initial?: string },
][]

/** One valid value for each setting that isn't its default, and the value that it is read as. */
const VALID_SETTINGS: Record<keyof typeof SETTINGS, [given: string, read?: unknown]> = {
  host: ['0.0.0.0'],
  port: ['0', 0],
  data: ['/var/lib/granary'],
  databaseUrl: ['postgres://cloud@db/granary'],
  compute: ['simulated'],
  qemuAcceleration: ['emulated'],
  qemuBootSlots: ['4', 4],
  externalInterface: ['br0'],
  qemuFirmware: ['bios'],
  simulatedSleds: ['3', 3],
  adminPassword: ['correct horse'],
  dataset: ['company.json'],
  sessionIdle: ['15', 15],
  sessionLifetime: ['60', 60],
  changeLogDays: ['7', 7],
  metricsInterval: ['30', 30],
  remoteWriteUrl: ['https://prometheus.example/api/v1/write', 'https://prometheus.example/api/v1/write'],
  remoteWriteTokenFile: ['/run/token', '/run/token'],
  remoteWriteBatch: ['500', 500],
  remoteWriteRounds: ['6', 6],
  metricsRawHours: ['24', 24],
  metricsDays: ['7', 7],
  auditLogDays: ['8', 8],
  addressesPerSilo: ['4', 4],
  vcpusPerThread: ['1', 1],
  tlsCertificate: ['chain.pem'],
  tlsKey: ['key.pem'],
  dnsZone: ['Cloud.Example.', 'cloud.example'],
  metadataNetworks: ['10.0.0.0/8', ['10.0.0.0/8']],
  webhookNetworks: ['10.1.0.0/16', ['10.1.0.0/16']],
  smtpUrl: [
    'smtp://granary:p%40ss@mail.example:2525',
    { host: 'mail.example', port: 2525, secure: false, auth: { user: 'granary', pass: 'p@ss' } },
  ],
  mailFrom: ['granary@example.com'],
  imageFetch: ['listed', 'listed'],
  imageNetworks: ['192.168.7.0/24', ['192.168.7.0/24']],
  imageCatalog: ['images.json'],
  metricsToken: ['0123456789abcdef'],
  extensions: ['off', 'off'],
  trustedProxies: ['127.0.0.1, 10.0.0.0/8,fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
  minFreeSpace: ['512', 512],
  releaseSpace: ['16', 16],
  requestRate: ['100', 100],
  requestTimeout: ['30', 30],
  logLevel: ['debug'],
}

/** Some settings are refused without another one. */
const beside = (name: string): Record<string, string> => {
  if (name === 'smtpUrl') return { GRANARY_MAIL_FROM: 'granary@example.com' }
  if (name === 'mailFrom') return { GRANARY_SMTP_URL: 'smtps://mail.example' }
  if (name === 'tlsKey') return { GRANARY_TLS_CERTIFICATE: 'other.pem' }
  return name === 'tlsCertificate' ? { GRANARY_TLS_KEY: 'other.pem' } : {}
}

test.each(settings)('reads %s from its flag and its variable, and the flag wins', (name, setting) => {
  const [given, read = given] = VALID_SETTINGS[name]
  const { flag, variable } = setting
  const env = beside(name)
  expect(readConfiguration([flag, given], env)[name]).toEqual(read)
  expect(readConfiguration([`${flag}=${given}`], env)[name]).toEqual(read)
  expect(readConfiguration([], { ...env, [variable]: given })[name]).toEqual(read)
  expect(readConfiguration([flag, given], { ...env, [variable]: setting.initial ?? '1' })[name]).toEqual(read)
})

test.each(['::', '::1', 'fe80::1%eth0', 'localhost', 'cloud.example', 'granary_1'])(
  'listens on the host %s',
  (host) => {
    expect(readConfiguration([], { GRANARY_HOST: host }).host).toBe(host)
  },
)

test.each(settings)(
  'lists %s in the help with its flag and its variable',
  (_, { flag, variable, initial }) => {
    const line = help()
      .split('\n')
      .findIndex((text) => text.includes(`${flag} `) && text.includes(`${variable} `))
    expect(line).toBeGreaterThan(0)
    if (initial) expect(help().split('\n')[line + 1]).toContain(`default ${initial}`)
  },
)

test('defaults to this machine only, SQLite in the data folder and a random password', () => {
  expect(readConfiguration([], { GRANARY_PORT: '' })).toEqual({
    host: '127.0.0.1',
    port: 8400,
    data: resolve('data'),
    databaseUrl: `file:${resolve('data')}/granary.sqlite`,
    compute: 'auto',
    qemuAcceleration: 'auto',
    qemuBootSlots: 2,
    externalInterface: null,
    qemuFirmware: 'auto',
    simulatedSleds: 16,
    adminPassword: null,
    dataset: null,
    sessionIdle: 480,
    sessionLifetime: 1440,
    changeLogDays: 90,
    metricsInterval: 10,
    remoteWriteUrl: null,
    remoteWriteTokenFile: null,
    remoteWriteBatch: 2000,
    remoteWriteRounds: 60,
    metricsRawHours: 12,
    metricsDays: 30,
    auditLogDays: 90,
    addressesPerSilo: 1_024,
    vcpusPerThread: 4,
    tlsCertificate: null,
    tlsKey: null,
    dnsZone: null,
    metadataNetworks: null,
    imageFetch: 'public',
    imageNetworks: null,
    imageCatalog: null,
    webhookNetworks: null,
    smtpUrl: null,
    mailFrom: null,
    metricsToken: null,
    extensions: 'on',
    trustedProxies: null,
    minFreeSpace: 64,
    releaseSpace: 64,
    requestRate: 500,
    requestTimeout: 300,
    logLevel: 'warn',
  })
})

test.each([
  [['--prot', '80'], {}, 'there is no setting --prot; --help lists all settings'],
  [['80'], {}, 'there is no setting 80; --help lists all settings'],
  [
    ['--smtp-url', 'smtp://mail.example'],
    {},
    '--smtp-url and --mail-from belong together: give both or none',
  ],
  [[], { GRANARY_MAIL_FROM: 'a@b.example' }, '--smtp-url and --mail-from belong together: give both or none'],
  ...[
    'http://mail.example',
    'smtp://user@mail.example',
    'smtps://mail.example/x',
    'smtps://mail.example?a=b',
  ].map(
    (url) =>
      [
        ['--smtp-url', url],
        {},
        '--smtp-url is wrong; it must be smtp:// or smtps://, perhaps a user and a password, a host and perhaps a port, without a path',
      ] as [string[], Record<string, string>, string],
  ),
  [['--port'], {}, '--port has no value; it must be a whole number from 0 to 65535'],
  [['--port', '1', '--port', '2'], {}, '--port is given twice; give it once'],
  [['--port', '65536'], {}, '--port is "65536"; it must be a whole number from 0 to 65535'],
  [['--port=-1'], {}, '--port is "-1"; it must be a whole number from 0 to 65535'],
  [[], { GRANARY_PORT: '80a' }, 'GRANARY_PORT is "80a"; it must be a whole number from 0 to 65535'],
  ...['', 'http://127.0.0.1:8400', '127.0.0.1:8400', '[::1]', 'cloud.example/'].map((host) => [
    [`--host=${host}`],
    {},
    `--host is "${host}"; it must be an IP address or a host name, without a scheme, a port or brackets`,
  ]),
  [['--compute', 'magic'], {}, '--compute is "magic"; it must be one of auto, qemu, simulated'],
  [
    [],
    { GRANARY_SIMULATED_SLEDS: '0' },
    'GRANARY_SIMULATED_SLEDS is "0"; it must be a whole number from 1 to 1024',
  ],
  [
    [],
    { GRANARY_LOG_LEVEL: 'all' },
    'GRANARY_LOG_LEVEL is "all"; it must be one of debug, info, warn, error',
  ],
  [
    ['--trusted-proxies', '10.0.0.0/33'],
    {},
    '--trusted-proxies is "10.0.0.0/33"; it must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
  ],
  [['--tls-key', 'key.pem'], {}, '--tls-certificate and --tls-key belong together: give both or none'],
] as [string[], Record<string, string>, string][])('%j %j is refused: %s', (args, environment, sentence) => {
  expect(() => readConfiguration(args, environment)).toThrow(new ConfigurationError(sentence))
})

test('does not repeat a secret value in a refusal', () => {
  expect(() => readConfiguration(['--database-url', 'mysql://root:hunter2@db'], {})).toThrow(
    new ConfigurationError('--database-url is wrong; it must be postgres://… or file: and a path'),
  )
  expect(() => readConfiguration([], { GRANARY_ADMIN_PASSWORD: 'x'.repeat(513) })).toThrow(
    new ConfigurationError(
      'GRANARY_ADMIN_PASSWORD is wrong; it must be not empty and at most 512 bytes long',
    ),
  )
})
