import { type Document, isMap, isSeq, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { configFindings, parseConfig } from './config.ts'
import { userDataKind } from './header.ts'

/** A part to insert into a `#cloud-config`. */
export type Snippet =
  | { kind: 'user'; name: string; keys: readonly string[] }
  | { kind: 'packages'; names: readonly string[] }
  | { kind: 'file'; path: string; content: string }
  | { kind: 'command'; command: string }
  | { kind: 'disk'; device: string; folder: string }
  | { kind: 'timezone'; zone: string }
  | { kind: 'reboot' }

/** The new text and which part of it is new, or why the snippet doesn't fit. */
export type Insertion = { text: string; start: number; end: number } | { problem: string }

const HEADER = '#cloud-config'

/** The document has another value where the snippet belongs. */
class Unfit extends Error {}

/**
 * Inserts a snippet into a `#cloud-config`, or begins one. Everything else keeps its values, its order and its comments; its spacing may
 * become that of the YAML library.
 */
export function insertSnippet(text: string, snippet: Snippet): Insertion {
  const config = readConfig(text)
  if ('problem' in config) return config
  const { header, body, document } = config
  const problem = unfitness(document, snippet)
  if (problem !== null) return { problem }
  const indentSeq = !/^[^\s#-][^\n]*:[ ]*\n-[ \n]/m.test(body)
  const after = `${header}\n${document.toString({ lineWidth: 0, flowCollectionPadding: false, indentSeq })}`
  return { text: after, ...changeOf(text, after) }
}

/**
 * Returns why each of some snippets doesn't fit into a text, or null where it does. The text is read once, as each kind of snippet has keys
 * of its own: a text of 32 KiB takes too long to be read for each of them.
 */
export function snippetProblems(text: string, snippets: readonly Snippet[]): (string | null)[] {
  const config = readConfig(text)
  return snippets.map((snippet) =>
    'problem' in config ? config.problem : unfitness(config.document, snippet),
  )
}

type Config = { header: string; body: string; document: Document }

/** Reads a `#cloud-config` whose contents are a map, or begins one. */
function readConfig(text: string): Config | { problem: string } {
  const kind = userDataKind(text)
  if (kind !== 'empty' && kind !== 'config')
    return { problem: 'Snippets are for text that begins with "#cloud-config"' }
  const wrong = kind === 'config' ? configFindings(text).find(({ level }) => level === 'error') : undefined
  if (wrong) return { problem: `Correct line ${wrong.line} first: it can't be read` }
  const [header, body] = split(text)
  const document = parseConfig(body)
  // The other errors are findings. The library writes no document with one.
  if (document.errors.length > 0) return { problem: 'A key is set twice; remove one of the two first' }
  if (!isMap(document.contents)) document.contents = startedWith(document) as never
  return { header, body, document }
}

/** Adds a snippet to a document. @returns why it doesn't fit, or null. */
function unfitness(document: Document, snippet: Snippet): string | null {
  try {
    add(document, document.contents as unknown as YAMLMap, snippet)
    return null
  } catch (error) {
    if (error instanceof Unfit) return error.message
    throw error
  }
}

/** Returns the first line and the text after it. Empty text gets the header. */
function split(text: string): [header: string, body: string] {
  const start = text.trimStart()
  if (start === '') return [HEADER, '']
  const end = start.indexOf('\n')
  return end === -1 ? [start.trimEnd(), ''] : [start.slice(0, end).trimEnd(), start.slice(end + 1)]
}

/** A document of comments only has them on its end, where they would follow the first key. */
function startedWith(document: Document): YAMLMap {
  const map = new YAMLMap()
  if (document.comment) {
    document.commentBefore = document.comment
    document.comment = null
  }
  return map
}

function add(document: Document, map: YAMLMap, snippet: Snippet): void {
  // `{}` was an empty map on one line.
  if (map.items.length === 0) map.flow = false
  const push = (key: string, value: unknown) => listIn(map, key).add(document.createNode(value))
  switch (snippet.kind) {
    case 'user':
      // Without "default", the image's own user would not be created.
      if (!map.has('users')) push('users', 'default')
      push('users', {
        name: freeName(map, snippet.name),
        shell: '/bin/bash',
        sudo: 'ALL=(ALL) NOPASSWD:ALL',
        ssh_authorized_keys: [...snippet.keys],
      })
      break
    case 'packages':
      if (!map.has('package_update')) map.set('package_update', true)
      for (const name of snippet.names) push('packages', name)
      break
    case 'file':
      push('write_files', {
        path: snippet.path,
        owner: 'root:root',
        permissions: quoted('0644'),
        content: block(snippet.content),
      })
      break
    case 'command':
      push('runcmd', snippet.command)
      break
    case 'disk':
      push('fs_setup', {
        device: snippet.device,
        partition: 'none',
        filesystem: 'ext4',
        label: 'data',
        overwrite: false,
      })
      push('mounts', mountOf(document, snippet.device, snippet.folder))
      break
    case 'timezone':
      map.set('timezone', snippet.zone)
      break
    case 'reboot': {
      const state = map.get('power_state')
      if (isMap(state)) state.set('mode', 'reboot')
      else if (state) throw unfit('power_state', 'a map')
      else map.set('power_state', document.createNode({ mode: 'reboot', condition: true }))
    }
  }
}

const unfit = (key: string, wanted: string) =>
  new Unfit(`"${key}" has another value already; it must be ${wanted} first`)

/** Returns the list of a key, a new one where there is none. */
function listIn(map: YAMLMap, key: string): YAMLSeq {
  const found = map.get(key)
  if (isSeq(found)) return found
  if (found !== undefined && found !== null) throw unfit(key, 'a list')
  const list = new YAMLSeq()
  map.set(key, list)
  return list
}

function freeName(map: YAMLMap, name: string): string {
  const users = map.get('users')
  const taken = isSeq(users)
    ? users.items.map((user) => (isMap(user) ? user.get('name') : (user as Scalar).value))
    : []
  let free = name
  for (let number = 2; taken.includes(free); number++) free = `${name}${number}`
  return free
}

function quoted(text: string): Scalar {
  const scalar = new Scalar(text)
  scalar.type = 'QUOTE_SINGLE'
  return scalar
}

function block(text: string): Scalar {
  const scalar = new Scalar(text)
  scalar.type = 'BLOCK_LITERAL'
  return scalar
}

/** `[/dev/vdb, /mnt/data, ext4, 'defaults,nofail', '0', '2']`: the fields of fstab, on one line. */
function mountOf(document: Document, device: string, folder: string): YAMLSeq {
  const options = quoted('defaults,nofail')
  const mount = document.createNode([device, folder, 'ext4', options, quoted('0'), quoted('2')], {
    flow: true,
  }) as YAMLSeq
  return mount
}

/** Returns the part of a text that another one doesn't have, in whole lines. */
function changeOf(before: string, after: string): { start: number; end: number } {
  const [old, lines] = [before.split('\n'), after.split('\n')]
  let first = 0
  while (first < lines.length && old[first] === lines[first]) first++
  let last = 0
  while (
    last < lines.length - first &&
    last < old.length - first &&
    old.at(-1 - last) === lines.at(-1 - last)
  )
    last++
  const start = lines.slice(0, first).join('\n').length + (first > 0 ? 1 : 0)
  const changed = lines.slice(first, lines.length - last).join('\n').length
  return { start: Math.min(start, after.length), end: Math.min(start + changed, after.length) }
}
