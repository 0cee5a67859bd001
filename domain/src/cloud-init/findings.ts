import { configFindings } from './config.ts'
import type { Finding } from './finding.ts'
import { isAlmostConfigHeader, userDataKind } from './header.ts'

const BYTE_ORDER_MARK = '\ufeff'
/** The most findings that are reported: those after them often follow from the first ones. */
const MAX_FINDINGS = 20

/**
 * Returns what is wrong with user data for cloud-init, by line. It is advice: the API accepts any bytes, and a guest may have another
 * program than cloud-init that reads them.
 * @param text null for bytes that are no text in UTF-8. Data that is packed with gzip is for the guest to unpack.
 */
export function userDataFindings(text: string | null): Finding[] {
  if (text !== null) return found(text)
  const message = 'The file is neither text in UTF-8 nor packed with gzip'
  return [{ level: 'error', line: 1, column: 1, message }]
}

const found = (text: string): Finding[] =>
  findingsOf(text)
    .sort((one, other) => one.line - other.line || one.column - other.column)
    .slice(0, MAX_FINDINGS)

function findingsOf(text: string): Finding[] {
  const lines = text.split('\n')
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  )
  const at = (level: Finding['level'], message: string, line = first): Finding => ({
    level,
    line: line + 1,
    column: 1,
    message,
  })
  const header = lines[first]!
  // String.trim takes it for white space, which cloud-init does not.
  if (text.startsWith(BYTE_ORDER_MARK))
    return [
      at(
        'error',
        'An invisible byte order mark (BOM) stands here, so the guest knows no first line; save the text without it',
        0,
      ),
    ]
  switch (userDataKind(text)) {
    case 'config':
      return [...headerFindings(first, header, at), ...configFindings(text)]
    case 'script':
      return [...headerFindings(first, header, at), ...scriptFindings(header, at)]
    case 'jinja':
      return userDataKind(lines.slice(first + 1).join('\n')) === 'unknown'
        ? [
            at(
              'error',
              'The line after "## template: jinja" must be "#cloud-config" or "#!" with a program',
              first + 1,
            ),
          ]
        : []
    case 'include':
      return includeFindings(lines, first, at)
    case 'unknown':
      return [at('error', unknownMessage(text, header))]
    default:
      return []
  }
}

type At = (level: Finding['level'], message: string, line?: number) => Finding

function headerFindings(first: number, header: string, at: At): Finding[] {
  if (first > 0)
    return [at('warning', 'Some guests read only the very first line; remove the empty lines above')]
  if (header !== header.trimStart())
    return [at('warning', 'Some guests want the first line without spaces before it')]
  return /^#cloud-config[^\s]/i.test(header)
    ? [at('warning', 'The first line must be exactly "#cloud-config"')]
    : []
}

function scriptFindings(header: string, at: At): Finding[] {
  if (header.endsWith('\r'))
    return [
      at(
        'error',
        'The lines end as on Windows: the guest looks for a program whose name ends with a carriage return',
      ),
    ]
  return /^\s*#!\s*\//.test(header)
    ? []
    : [at('error', 'After "#!" comes the full path of a program, such as "#!/bin/sh"')]
}

function includeFindings(lines: readonly string[], first: number, at: At): Finding[] {
  // The header may be followed by an address on its own line.
  const addresses = lines.map((line, index) => ({
    line: index === first ? line.replace(/^\s*#include(-once)?/i, '').trim() : line.trim(),
    index,
  }))
  return addresses
    .filter(({ line }) => line !== '' && !line.startsWith('#') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(line))
    .map(({ index }) =>
      at('error', 'A line of #include must be an address such as https://example.com/config', index),
    )
}

const KNOWN = 'The first line must say what the data is: "#cloud-config", or "#!/bin/sh" for a script'

function unknownMessage(text: string, header: string): string {
  if (isAlmostConfigHeader(header)) return 'The first line must be exactly "#cloud-config"'
  if (/^[A-Za-z0-9+/\s]{32,}={0,2}\s*$/.test(text))
    return 'This looks like base64. Use the plain text: Granary encodes it'
  return /^\s*[a-z_-]+:(\s|$)/.test(header)
    ? `${KNOWN}. This looks like the former, without its first line`
    : KNOWN
}
