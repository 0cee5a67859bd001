import {
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  parseDocument,
  type YAMLError,
} from 'yaml'
import type { Finding, FindingLevel, Path } from './finding.ts'
import { CHECKED_KEYS, KNOWN_KEYS, meantKey } from './keys.ts'

/** Reads YAML as cloud-init does, which uses version 1.1. A syntax error doesn't throw: it is in `errors`. */
export const parseConfig = (text: string, lineCounter?: LineCounter): Document.Parsed =>
  parseDocument(text, { version: '1.1', merge: true, prettyErrors: false, logLevel: 'error', lineCounter })

/** Messages for the errors that people make most; the library's own for others. */
const MESSAGES: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'The indentation fits no line above; use the same number of spaces for everything on one level',
  BLOCK_AS_IMPLICIT_KEY:
    'A value on this line has a ": " of its own; put the value in quotes, or start a new line',
  MULTILINE_IMPLICIT_KEY: 'A ":" is missing after the key, or the text of the line above goes on here',
  MULTIPLE_DOCS: 'A second document begins here; cloud-init reads only one',
  TAB_AS_INDENT: 'A tab is no indentation in YAML; use spaces',
}

/** The library says what it expects there, which rarely is the mistake. */
const inOwnWords = (message: string): string =>
  message === 'Sequence item without - indicator'
    ? 'The indentation fits no key above, or the "- " of a list is missing'
    : message

/** Returns what is wrong with the text of a `#cloud-config`: its syntax, or else its keys and their types. */
export function configFindings(text: string): Finding[] {
  const lines = new LineCounter()
  const document = parseConfig(text, lines)
  const find = (level: FindingLevel, offset: number, message: string): Finding => {
    const { line, col } = lines.linePos(offset)
    return { level, line: Math.max(line, 1), column: Math.max(col, 1), message }
  }
  const repeated = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY')
  const syntax = [
    ...document.errors
      .filter((error) => !repeated.includes(error))
      .map(({ code, pos: [at], message }) => find('error', at, MESSAGES[code] ?? inOwnWords(message))),
    ...unreadable(text).map(({ offset, message }) => find('error', offset, message)),
  ]
  if (syntax.length > 0) return onePerLine(syntax)
  return [
    ...repeated.map(({ pos: [at] }) => {
      const [key = ''] = /^[^:\n]*/.exec(text.slice(at)) ?? []
      return find('warning', at, `"${key.trim()}" is set twice; only the last value counts`)
    }),
    ...contentFindings(document, find),
  ]
}

/** One mistake often makes several errors. */
const onePerLine = (findings: readonly Finding[]): Finding[] => [
  ...new Map(
    findings.toSorted((one, other) => other.column - one.column).map((finding) => [finding.line, finding]),
  ).values(),
]

/** Characters that YAML allows and PyYAML, which cloud-init uses, refuses or takes for text. */
function unreadable(text: string): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = []
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  for (const { index } of text.matchAll(/[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]/g))
    found.push({ offset: index, message: 'An invisible control character stands here; remove it' })
  for (const { index, 0: spaces } of text.matchAll(/^ *\u00a0/gm))
    found.push({
      offset: index + spaces.length - 1,
      message: 'A non-breaking space is no indentation in YAML; use spaces',
    })
  if (found.length > 0) return found
  let offset = 0
  let isScalarNext = false
  for (const lexeme of new Lexer().lex(text)) {
    const type = CST.tokenType(lexeme)
    const isScalar = isScalarNext
    isScalarNext = lexeme === CST.SCALAR
    // Marks of the lexer, which are not in the text.
    if (type === 'doc-mode' || type === 'flow-error-end' || isScalarNext) continue
    const tab = type === 'space' && !isScalar ? lexeme.indexOf('\t') : -1
    if (tab !== -1)
      found.push({ offset: offset + tab, message: 'cloud-init refuses a tab outside of quotes; use spaces' })
    offset += lexeme.length
  }
  return found
}

type Find = (level: FindingLevel, offset: number, message: string) => Finding

function contentFindings(document: Document.Parsed, find: Find): Finding[] {
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isMap(contents))
    return [find('error', contents.range[0], 'A #cloud-config must be keys with values, such as "packages:"')]
  let values: Record<string, unknown>
  try {
    values = document.toJS() as Record<string, unknown>
  } catch (error) {
    return [find('error', contents.range[0], (error as Error).message)]
  }
  return contents.items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value) : ''
    if (name === '' || name === '<<') return []
    const at = isNode(key) ? (key.range?.[0] ?? 0) : 0
    const check = Object.hasOwn(CHECKED_KEYS, name) ? CHECKED_KEYS[name]! : null
    if (check)
      return check(values[name], [name], `"${name}"`).map(({ level, path, message }) =>
        find(level, path.length === 1 ? at : offsetOf(document, path, at), message),
      )
    if (KNOWN_KEYS.has(name)) return []
    const meant = meantKey(name)
    return [
      find(
        'hint',
        at,
        `cloud-init knows no key "${name}"${meant === null ? '' : `; did you mean "${meant}"?`}`,
      ),
    ]
  })
}

/** Returns where a value begins, or the value around it that has a place. */
function offsetOf(document: Document.Parsed, path: Path, start: number): number {
  for (let length = path.length; length > 1; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return start
}
