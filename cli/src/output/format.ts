import { Option, type Command } from 'commander'

/** The forms of output: a table or lines for people, JSON, YAML and CSV for programs, or only names. */
const FORMATS = ['table', 'json', 'yaml', 'csv', 'name'] as const
export type Format = (typeof FORMATS)[number]

/** Adds the flags of the output. */
export const addFormat = (command: Command): Command =>
  command
    .addOption(new Option('-o, --format <format>', 'form of the output').choices(FORMATS))
    .option('--json', 'the same as -o json')

/** Returns the form that the flags of a command request. */
export const formatOf = ({ format, json }: { format?: Format; json?: boolean }): Format =>
  format ?? (json ? 'json' : 'table')

/** Whether a command line requests JSON, before it is parsed. */
export const wantsJson = (args: readonly string[]): boolean =>
  args.some(
    (arg, at) =>
      /^(--json|-ojson|--format=json)$/.test(arg) ||
      (arg === 'json' && /^(-o|--format)$/.test(args[at - 1] ?? '')),
  )
