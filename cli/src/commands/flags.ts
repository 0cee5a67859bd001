import type { Field } from '@granary/contract/commands/fields.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'
import type { Command } from 'commander'
import { Option } from 'commander'
import { readValue } from '../values.ts'

/** Letters of flags that many commands have. */
const SHORT: Readonly<Record<string, string>> = { project: 'p', name: 'n', description: 'd' }
/** Stands for null in Commander, which would replace a null by an empty text. */
export const NULL = Symbol('null')
/**
 * Adds the flags to a command. Parsed values are stored under the name of the flag.
 * @param known wire names of required fields that the command has a value for without their flags.
 * @param keepsOthers whether fields of the body without a flag keep their values, of which at least one is given.
 */
export function addFlags(
  command: Command,
  { query, body, takes }: Flags,
  keepsOthers: boolean,
  known: readonly string[] = [],
): void {
  const keeps = keepsOthers && body.length > 1
  // `operation.ts` checks the project, because it may be a default.
  // The name of a file that is sent is known.
  const isKnown = ({ name }: Field) => name === 'project' || (takes === 'file' && name === 'file_name')
  for (const field of query) {
    const required = field.required && !known.includes(field.name)
    command.addOption(optionOf({ ...field, required }, required && !isKnown(field)))
  }
  for (const field of body) {
    // With `--json-body` no flag of the body is required; see `bodyOf`.
    command.addOption(
      optionOf(known.includes(field.name) ? { ...field, required: false } : field, false, keeps),
    )
    if (field.kind === 'boolean')
      command.addOption(new Option(`--no-${field.flag}`, `not ${field.flag}`).hideHelp())
  }
  if (takes === 'bytes')
    command.requiredOption('--input <file>', 'send the bytes of this file, or - for standard input; required')
  if (takes === 'fields')
    command.option(
      '--json-body <file>',
      'read the body from a JSON file, or - for standard input; flags take precedence',
    )
}

function optionOf(field: Field, mandatory: boolean, keeps = false): Option {
  const { flag, kind } = field
  const value = { text: 'text', number: 'number', bytes: 'bytes', list: 'text', json: 'json', boolean: '' }[
    kind
  ]
  const letter = SHORT[flag] ? `-${SHORT[flag]}, ` : ''
  const option = new Option(
    `${letter}--${flag}${value && ` <${value}>`}`,
    about(field, keeps),
  ).makeOptionMandatory(mandatory)
  if (kind === 'list')
    return option.argParser((text: string, before: unknown) => {
      const value = readValue({ ...field, kind: 'text' }, text)
      return value === null ? NULL : [...(Array.isArray(before) ? before : []), value]
    })
  return kind === 'boolean' ? option : option.argParser((text: string) => readValue(field, text) ?? NULL)
}

/** Returns the help text of a flag. */
function about({ description, choices, kind, nullable, required, flag }: Field, keeps: boolean): string {
  return [
    description.replace(/\.$/, ''),
    choices.length > 0 ? `one of ${choices.join(', ')}` : '',
    kind === 'bytes' ? 'such as 4GiB' : '',
    kind === 'list' ? 'may be repeated' : '',
    kind === 'boolean' ? `--no-${flag} for false` : '',
    nullable ? 'may be null' : '',
    required && flag !== 'description' ? (keeps ? 'stays as it is when left out' : 'required') : '',
  ]
    .filter(Boolean)
    .join('; ')
}
