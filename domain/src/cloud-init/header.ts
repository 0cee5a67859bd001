/** What user data is, by its first line; `unknown` is what cloud-init ignores. */
export type UserDataKind = 'empty' | 'config' | 'script' | 'include' | 'jinja' | 'other' | 'unknown'

/** The beginnings that cloud-init 25.1 knows ("User-data formats"), the longer ones first. It ignores case. */
const BEGINNINGS: readonly (readonly [string, UserDataKind])[] = [
  ['#cloud-config-archive', 'other'],
  ['#cloud-config-jsonp', 'other'],
  ['#cloud-config', 'config'],
  ['#cloud-boothook', 'other'],
  ['#part-handler', 'other'],
  ['#upstart-job', 'other'],
  ['#include', 'include'],
  ['#!', 'script'],
  ['## template: jinja', 'jinja'],
]

/** cloud-init looks for a MIME header in the first 4,096 characters. */
const MIME_WITHIN = 4096

/** Returns what user data is. White space before the first line doesn't count. */
export function userDataKind(text: string): UserDataKind {
  const start = text.trimStart().toLowerCase()
  if (start === '') return 'empty'
  const known = BEGINNINGS.find(([beginning]) => start.startsWith(beginning))
  if (known) return known[1]
  return start.slice(0, MIME_WITHIN).includes('mime-version:') ? 'other' : 'unknown'
}

/** Whether a line was meant as `#cloud-config`: `# cloud-config`, `#cloud_config`, `cloud-config:`. */
export const isAlmostConfigHeader = (line: string): boolean => /^\s*#*\s*cloud[\s_-]?config\b/i.test(line)

/** Whether bytes are packed with gzip, which cloud-init unpacks (RFC 1952, section 2.3.1). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
