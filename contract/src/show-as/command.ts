import { formatBytes } from './bytes.ts'
import { withoutSecrets } from './secrets.ts'
import { inLines, quoted } from './shell.ts'
import type { WireRequest } from './wire-request.ts'
import type { FieldKind } from '../commands/fields.ts'

/** A flag of a command: its name without dashes, how its text is read, and whether `null` means null. */
export type CommandFlag = readonly [flag: string, kind: FieldKind, nullable?: 1]

/** How the command line performs an operation. */
export type CommandForm = {
  /** Family and verb: `instance create`. */
  readonly words: string
  /** Flags by the wire names of query and body. */
  readonly query: Readonly<Record<string, CommandFlag>>
  readonly body: Readonly<Record<string, CommandFlag>>
  /** Whether Terraform can manage the resource: a POST creates it, and a DELETE under the same path deletes it. */
  readonly creates?: 1
}

/** Returns the `granary` command that sends a request. */
export function commandText(request: WireRequest, form: CommandForm): string {
  const body = withoutSecrets(request.body)
  const query = request.query.flatMap(([name, value]) => flagsFor(form.query[name]!, value) ?? [])
  const start = [
    ['granary', form.words, ...request.args.map(quoted)].join(' '),
    ...query.map((flag) => flag.join(' ')),
  ]
  if (body === undefined) return inLines(start)
  const { flags, rest } = split(body, form)
  const lines = [...start, ...flags.map((flag) => flag.join(' '))]
  if (rest === undefined) return inLines(lines)
  // A shell passes the text of a quoted here-document on as it is, and JSON has no line that is only this word.
  return `${inLines([...lines, "--json-body - <<'END'"])}\n${JSON.stringify(rest, null, 2)}\nEND`
}

/** Returns the flags of a body, and what has to be sent as JSON because no flag can say it. */
function split(body: unknown, form: CommandForm): { flags: string[][]; rest: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { flags: [], rest: body }
  const flags: string[][] = []
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const written = form.body[name] ? flagsFor(form.body[name], value) : null
    if (written) flags.push(...written)
    else rest[name] = value
  }
  return { flags, rest: Object.keys(rest).length > 0 ? rest : undefined }
}

function flagsFor([flag, kind, nullable]: CommandFlag, value: unknown): string[][] | null {
  const one = (text: string): string[][] | null =>
    // The command line reads this text as null.
    nullable && text === 'null' ? null : [withValue(flag, text)]
  if (kind === 'json') return [withValue(flag, JSON.stringify(value))]
  if (value === null) return nullable && kind !== 'boolean' ? [withValue(flag, 'null')] : null
  if (kind === 'boolean') return [[`--${value === true || value === 'true' ? '' : 'no-'}${flag}`]]
  if (kind === 'bytes') return one(formatBytes(Number(value)))
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (typeof item === 'string' ? one(item) : null))
    return items.length > 0 && items.every((item) => item !== null) ? items.flat() : null
  }
  return typeof value === 'string' || typeof value === 'number' ? one(String(value)) : null
}

/** A value that looks like a flag is joined to its own. */
const withValue = (flag: string, text: string): string[] =>
  text.startsWith('-') || text === '' ? [`--${flag}=${quoted(text)}`] : [`--${flag}`, quoted(text)]
