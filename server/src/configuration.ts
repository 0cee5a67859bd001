import { resolve } from 'node:path'

/** A setting that was given wrongly; the message is a sentence for people. */
export class ConfigurationError extends Error {}

export type Configuration = {
  host: string
  port: number
  /** Folder of everything that is kept. */
  data: string
  databaseUrl: string
  compute: 'auto' | 'simulated'
  adminPassword: string | null
  dataset: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** PEM files; with both the server speaks TLS. */
  tlsCertificate: string | null
  tlsKey: string | null
}

type Setting = {
  flag: string
  variable: string
  meaning: string
  initial?: string
  choices?: readonly string[]
}

/** Every setting: flag, environment variable, meaning. The help is made from it. */
const SETTINGS = {
  host: { flag: '--host', variable: 'GRANARY_HOST', meaning: 'address to listen on', initial: '127.0.0.1' },
  port: { flag: '--port', variable: 'GRANARY_PORT', meaning: 'port to listen on', initial: '8400' },
  data: {
    flag: '--data',
    variable: 'GRANARY_DATA',
    meaning: 'folder for everything that is kept',
    initial: './data',
  },
  databaseUrl: {
    flag: '--database-url',
    variable: 'GRANARY_DATABASE_URL',
    meaning: 'file:PATH of a SQLite file, or postgres://… (default: a SQLite file in the data folder)',
  },
  compute: {
    flag: '--compute',
    variable: 'GRANARY_COMPUTE',
    meaning: 'what runs the machines',
    initial: 'auto',
    choices: ['auto', 'simulated'],
  },
  adminPassword: {
    flag: '--admin-password',
    variable: 'GRANARY_ADMIN_PASSWORD',
    meaning: 'password of the first administrator (default: a random one, printed once)',
  },
  dataset: {
    flag: '--dataset',
    variable: 'GRANARY_DATASET',
    meaning: 'data-set file to load into an empty database',
  },
  logLevel: {
    flag: '--log-level',
    variable: 'GRANARY_LOG_LEVEL',
    meaning: 'what is logged',
    initial: 'warn',
    choices: ['debug', 'info', 'warn', 'error'],
  },
  tlsCertificate: {
    flag: '--tls-certificate',
    variable: 'GRANARY_TLS_CERTIFICATE',
    meaning: 'PEM file with the certificate chain',
  },
  tlsKey: { flag: '--tls-key', variable: 'GRANARY_TLS_KEY', meaning: 'PEM file with the private key' },
} as const satisfies Record<string, Setting>
type Name = keyof typeof SETTINGS

const entries = Object.entries(SETTINGS) as [Name, Setting][]

/** What `--help` prints. */
export function help(): string {
  const lines = entries.map(([, { flag, variable, meaning, initial, choices }]) => {
    const more = [choices && `one of ${choices.join(', ')}`, initial && `default ${initial}`]
      .filter(Boolean)
      .join('; ')
    return `  ${flag.padEnd(18)} ${variable.padEnd(24)} ${meaning}${more ? ` (${more})` : ''}`
  })
  return `npm start -- [settings]\n\nEach setting is a flag or an environment variable; the flag wins.\n\n${lines.join('\n')}\n  --help             prints this\n`
}

/**
 * Reads flags and environment.
 * @throws ConfigurationError naming the setting, what was given and what is allowed.
 */
export function readConfiguration(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Configuration {
  const flags = readFlags(args)
  const value = (name: Name): string | null => {
    const setting: Setting = SETTINGS[name]
    const given = flags.get(name) ?? (environment[setting.variable] || undefined)
    if (given !== undefined && setting.choices && !setting.choices.includes(given))
      throw new ConfigurationError(
        `${sourceOf(name, flags)} is "${given}"; it must be one of ${setting.choices.join(', ')}`,
      )
    return given ?? setting.initial ?? null
  }
  const portText = value('port')!
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port > 65_535)
    throw new ConfigurationError(
      `${sourceOf('port', flags)} is "${portText}"; it must be a number from 0 to 65535`,
    )
  const databaseUrl = value('databaseUrl')
  const data = resolve(value('data')!)
  if (databaseUrl && !/^(postgres(ql)?:\/\/|file:)/.test(databaseUrl))
    throw new ConfigurationError(`${sourceOf('databaseUrl', flags)} must begin with file: or postgres://`)
  const tls = { tlsCertificate: value('tlsCertificate'), tlsKey: value('tlsKey') }
  if (Boolean(tls.tlsCertificate) !== Boolean(tls.tlsKey))
    throw new ConfigurationError('--tls-certificate and --tls-key belong together: give both or none')
  return {
    host: value('host')!,
    port,
    data,
    databaseUrl: databaseUrl ?? `file:${data}/granary.sqlite`,
    compute: value('compute') as Configuration['compute'],
    adminPassword: value('adminPassword'),
    dataset: value('dataset'),
    logLevel: value('logLevel') as Configuration['logLevel'],
    ...tls,
  }
}

function readFlags(args: readonly string[]): Map<Name, string> {
  const flags = new Map<Name, string>()
  for (let at = 0; at < args.length; at++) {
    const [flag, ...inline] = args[at]!.split('=')
    const found = entries.find(([, setting]) => setting.flag === flag)
    if (!found)
      throw new ConfigurationError(`there is no setting ${args[at]}; --help shows those that there are`)
    const text = inline.length > 0 ? inline.join('=') : args[++at]
    if (text === undefined) throw new ConfigurationError(`${flag} needs a value`)
    flags.set(found[0], text)
  }
  return flags
}

const sourceOf = (name: Name, flags: Map<Name, string>): string =>
  flags.has(name) ? SETTINGS[name].flag : SETTINGS[name].variable
