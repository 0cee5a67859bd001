import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { userDataFindings } from './findings.ts'
import { insertSnippet, type Snippet, snippetProblems } from './snippets.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX robin@fenwick'
const SNIPPETS: Snippet[] = [
  { kind: 'user', name: 'admin', keys: [KEY] },
  { kind: 'packages', names: ['nginx', 'git'] },
  { kind: 'file', path: '/etc/motd', content: 'Hello: "you"\n\n  indented\n' },
  { kind: 'command', command: 'echo "first: boot" > /run/first' },
  { kind: 'disk', device: '/dev/vdb', folder: '/mnt/data' },
  { kind: 'timezone', zone: 'Europe/Berlin' },
  { kind: 'reboot' },
]

/** Inserts into a text that takes it. */
function insert(text: string, ...snippets: Snippet[]): string {
  return snippets.reduce((before, snippet) => {
    const done = insertSnippet(before, snippet)
    if ('problem' in done) throw new Error(done.problem)
    return done.text
  }, text)
}

test.each(SNIPPETS.map((snippet) => [snippet.kind, snippet] as const))(
  'begins a config with %s that has nothing to find',
  (_, snippet) => {
    const text = insert('', snippet)
    expect(text).toMatch(/^#cloud-config\n/)
    expect(userDataFindings(text)).toEqual([])
    // A second time too.
    expect(userDataFindings(insert(text, snippet))).toEqual([])
  },
)

test('writes all of them as people would', () => {
  expect(insert('', ...SNIPPETS)).toBe(`#cloud-config
users:
  - default
  - name: admin
    shell: /bin/bash
    sudo: ALL=(ALL) NOPASSWD:ALL
    ssh_authorized_keys:
      - ${KEY}
package_update: true
packages:
  - nginx
  - git
write_files:
  - path: /etc/motd
    owner: root:root
    permissions: '0644'
    content: |
      Hello: "you"

        indented
runcmd:
  - 'echo "first: boot" > /run/first'
fs_setup:
  - device: /dev/vdb
    partition: none
    filesystem: ext4
    label: data
    overwrite: false
mounts:
  - [/dev/vdb, /mnt/data, ext4, 'defaults,nofail', '0', '2']
timezone: Europe/Berlin
power_state:
  mode: reboot
  condition: true
`)
})

test('keeps comments, order, quotes and long lines, and tells which part is new', () => {
  const long = 'x'.repeat(50).concat(' ').repeat(5).trim()
  const before = `#cloud-config
# Made by hand
packages:
  # those we need
  - nginx # the server

# Later
runcmd:
  - "echo ${long}"
  - [ls, -l]
`
  const done = insertSnippet(before, { kind: 'packages', names: ['git'] })
  if ('problem' in done) throw new Error(done.problem)
  expect(done.text).toBe(
    before.replace('the server\n', 'the server\n  - git\n').concat('package_update: true\n'),
  )
  const command = insertSnippet(before, { kind: 'command', command: 'date' })
  if ('problem' in command) throw new Error(command.problem)
  expect(command.text.slice(command.start, command.end)).toBe('  - date')
})

test('keeps lists without indentation as they are', () => {
  const before = '#cloud-config\npackages:\n- nginx\nruncmd:\n- date\n'
  expect(insert(before, { kind: 'command', command: 'ls' })).toBe(`${before}- ls\n`)
})

test('adds to what there is: one more user, the mode of the restart, another time zone', () => {
  const before = insert('', SNIPPETS[0]!, { kind: 'timezone', zone: 'UTC' })
  const after = insert(`${before}power_state: {delay: '+1', mode: poweroff}\n`, ...SNIPPETS)
  expect(parse(after)).toMatchObject({
    users: ['default', { name: 'admin' }, { name: 'admin2' }],
    timezone: 'Europe/Berlin',
    power_state: { delay: '+1', mode: 'reboot' },
  })
})

describe('starts from', () => {
  test.each([
    ['only the header', '#cloud-config'],
    ['comments only', '#cloud-config\n# a\n\n# b\n'],
    ['an empty map', '#cloud-config\n{}\n'],
    ['an empty key', '#cloud-config\nruncmd:\n'],
    ['a document mark', '#cloud-config\n---\nhostname: a\n'],
    ['empty lines', '\n\n#cloud-config\n\n'],
  ])('%s', (_, before) => {
    const text = insert(before, { kind: 'command', command: 'date' })
    expect(userDataFindings(text)).toEqual([])
    expect(parse(text)).toMatchObject({ runcmd: ['date'] })
    for (const comment of before.match(/# .*/g) ?? []) expect(text).toContain(comment)
  })
})

test.each([
  ['#!/bin/sh\n', /are for text that begins with "#cloud-config"/],
  ['#cloud-config\nruncmd: [\n', /^Correct line \d first/],
  ['#cloud-config\nhostname: a\nhostname: b\n', /^A key is set twice/],
  ['#cloud-config\nruncmd: date\n', /^"runcmd" has another value already; it must be a list first$/],
])('does not fit into %j', (text, problem) => {
  expect(insertSnippet(text, { kind: 'command', command: 'date' })).toEqual({
    problem: expect.stringMatching(problem),
  })
})

test('changes nothing else, in any order', () => {
  const base =
    '#cloud-config\nhostname: web # mine\nssh_authorized_keys:\n  - a\nwrite_files:\n  - {path: /a, content: "x"}\n'
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 6 }), (snippets) => {
      const text = insert(base, ...snippets)
      expect(userDataFindings(text)).toEqual([])
      const { hostname, ssh_authorized_keys, write_files } = parse(text)
      expect({ hostname, ssh_authorized_keys, file: write_files[0] }).toEqual({
        hostname: 'web',
        ssh_authorized_keys: ['a'],
        file: { path: '/a', content: 'x' },
      })
      expect(text).toContain('hostname: web # mine')
    }),
    { numRuns: 200 },
  )
})

test.each([
  '',
  '#cloud-config\n',
  '#cloud-config\nusers: {a: {}}\npower_state: now\n',
  '#cloud-config\npackages: nginx\nmounts: none\n',
  '#cloud-config\nruncmd: [ls]\n',
  '#cloud-config\na: [\n',
  '#cloud-config\npackages: [a]\npackages: [b]\n',
  '#!/bin/sh\n',
])('names the problem of each snippet at once that an insertion into %j would', (text) => {
  const problems = SNIPPETS.map((snippet) => {
    const done = insertSnippet(text, snippet)
    return 'problem' in done ? done.problem : null
  })
  expect(snippetProblems(text, SNIPPETS)).toEqual(problems)
})
