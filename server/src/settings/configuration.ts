import { resolve } from 'node:path'
import type { Setting, ValueOf } from './setting.ts'
import { SETTINGS } from './settings.ts'

/** An invalid setting. The message is a sentence for people. */
export class ConfigurationError extends Error {}

type Settings = typeof SETTINGS
type Name = keyof Settings

/** The values of all settings; null for a setting that has neither a value nor a default. */
export type Configuration = { [Key in Name]: ValueOf<Settings[Key]> } & { databaseUrl: string }

const entries = Object.entries(SETTINGS) as [Name, Setting][]

/** Returns the text of `--help`. */
export function help(): string {
  const lines = entries.map(([, { flag, variable, meaning, allowed, initial, otherwise }]) => {
    const choices = allowed.startsWith('one of') || allowed.startsWith('postgres') ? `${allowed}; ` : ''
    return `  ${flag.padEnd(26)}${variable.padEnd(33)}${meaning}\n${' '.repeat(61)}(${choices}default ${initial ?? otherwise})`
  })
  const usage = 'npm start -- [settings]\n\nEach setting is a flag or an environment variable; the flag wins.'
  return `${usage}\n\n${lines.join('\n')}\n  --help                  prints this\n`
}

/**
 * Reads flags and environment. An empty variable counts as unset.
 * @throws ConfigurationError naming the setting, its value and the allowed values.
 */
export function readConfiguration(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Configuration {
  const flags = readFlags(args)
  const values = Object.fromEntries(
    entries.map(([name, setting]) => [
      name,
      valueOf(setting, flags.get(name), environment[setting.variable]),
    ]),
  ) as Configuration
  if ((values.tlsCertificate === null) !== (values.tlsKey === null))
    throw new ConfigurationError('--tls-certificate and --tls-key belong together: give both or none')
  if ((values.smtpUrl === null) !== (values.mailFrom === null))
    throw new ConfigurationError('--smtp-url and --mail-from belong together: give both or none')
  const data = resolve(values.data)
  return { ...values, data, databaseUrl: values.databaseUrl ?? `file:${data}/granary.sqlite` }
}

function valueOf(setting: Setting, flag: string | undefined, variable: string | undefined): unknown {
  const given = flag ?? (variable || undefined) ?? setting.initial
  if (given === undefined) return null
  const value = setting.read(given)
  if (value !== undefined) return value
  const shown = setting.secret ? 'wrong' : `"${given}"`
  throw new ConfigurationError(
    `${flag === undefined ? setting.variable : setting.flag} is ${shown}; it must be ${setting.allowed}`,
  )
}

/** Reads `--flag value` and `--flag=value`. */
function readFlags(args: readonly string[]): Map<Name, string> {
  const flags = new Map<Name, string>()
  for (let at = 0; at < args.length; at++) {
    const [flag, ...inline] = args[at]!.split('=')
    const found = entries.find(([, setting]) => setting.flag === flag)
    if (!found) throw new ConfigurationError(`there is no setting ${flag}; --help lists all settings`)
    const [name, { allowed }] = found
    if (flags.has(name)) throw new ConfigurationError(`${flag} is given twice; give it once`)
    const value = inline.length > 0 ? inline.join('=') : args[++at]
    if (value === undefined) throw new ConfigurationError(`${flag} has no value; it must be ${allowed}`)
    flags.set(name, value)
  }
  return flags
}
