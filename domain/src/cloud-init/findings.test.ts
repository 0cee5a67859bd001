import { describe, expect, test } from 'vitest'
import { userDataFindings } from './findings.ts'

const lines = (...text: string[]) => text.join('\n')
const config = (...text: string[]) => lines('#cloud-config', ...text)
/** `2:1 error The first line …` */
const read = (data: string | null) =>
  userDataFindings(data).map(({ level, line, column, message }) => `${line}:${column} ${level} ${message}`)

describe('accepts', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['an empty config', '#cloud-config\n'],
    ['a config of comments', config('# packages: none', '')],
    ['a script', '#!/bin/sh\necho ü\n'],
    ['addresses', '#include\n# mine\nhttps://example.com/a\nhttp://192.0.2.1/b\n'],
    ['an address beside the word', '#include-once https://example.com/a\n'],
    ['a MIME message', 'Content-Type: multipart/mixed; boundary="x"\nMIME-Version: 1.0\n\n--x\n'],
    ['a boothook', '#cloud-boothook\n#!/bin/sh\n'],
    ['a list of parts', '#cloud-config-archive\n- type: text/cloud-config\n'],
    ['a template', '## template: jinja\n#cloud-config\nhostname: {{ v1.local_hostname }}\n'],
    ['another case of letters', '#Cloud-Config\npackages: [nginx]\n'],
    ['a document mark', config('---', 'packages: [nginx]')],
    [
      'tabs in a file and in quotes',
      config('write_files:', '  - path: /a', '    content: |', '      a\tb', 'hostname: "a\tb"'),
    ],
    [
      'aliases and merges',
      config('a: &a {shell: /bin/sh}'.replace('a:', 'system_info:'), 'users:', '  - {<<: *a, name: x}'),
    ],
    [
      'all kinds of users',
      config('users:', '  - default', '  - name: a', '    groups: [b]', '  - name: b', '    groups: c, d'),
    ],
    [
      'commands as text and as words',
      config('runcmd:', '  - echo a', "  - [sh, -c, 'echo b']", 'bootcmd: [[ls, 1]]'),
    ],
    ['versions of packages', config('packages:', '  - nginx', '  - [curl, 8.1]', '  - apt: [git]')],
    [
      'octal permissions',
      config('write_files:', '  - {path: /a, permissions: 0644, content: !!binary aGk=}'),
    ],
    [
      'words for flags',
      config('ssh_pwauth: unchanged', 'manage_etc_hosts: localhost', 'package_update: yes'),
    ],
  ])('%s', (_, data) => expect(read(data)).toEqual([]))
})

describe('names the first line', () => {
  test.each([
    [
      'packages:\n  - nginx\n',
      '1:1 error The first line must say what the data is: "#cloud-config", or "#!/bin/sh" for a script. This looks like the former, without its first line',
    ],
    [
      'echo hello\n',
      '1:1 error The first line must say what the data is: "#cloud-config", or "#!/bin/sh" for a script',
    ],
    ['# cloud-config\n', '1:1 error The first line must be exactly "#cloud-config"'],
    ['#cloud_config\n', '1:1 error The first line must be exactly "#cloud-config"'],
    ['#cloud-config: yes\n', '1:1 warning The first line must be exactly "#cloud-config"'],
    [
      '\n\n#cloud-config\n',
      '3:1 warning Some guests read only the very first line; remove the empty lines above',
    ],
    [' #cloud-config\n', '1:1 warning Some guests want the first line without spaces before it'],
    [
      'I2Nsb3VkLWNvbmZpZwpwYWNrYWdlczogW25naW54XQo=',
      '1:1 error This looks like base64. Use the plain text: Granary encodes it',
    ],
    [
      '#!/bin/sh\r\necho\r\n',
      '1:1 error The lines end as on Windows: the guest looks for a program whose name ends with a carriage return',
    ],
    ['#!sh\necho\n', '1:1 error After "#!" comes the full path of a program, such as "#!/bin/sh"'],
    [
      '#include\nexample.com/a\n',
      '2:1 error A line of #include must be an address such as https://example.com/config',
    ],
    [
      '## template: jinja\nhostname: a\n',
      '2:1 error The line after "## template: jinja" must be "#cloud-config" or "#!" with a program',
    ],
  ])('%j', (text, finding) => expect(read(text)).toEqual([finding]))

  test.each(['#cloud-config\n', '#!/bin/sh\n'])('of %j after a byte order mark', (text) => {
    expect(read(`\ufeff${text}`)).toEqual([
      '1:1 error An invisible byte order mark (BOM) stands here, so the guest knows no first line; save the text without it',
    ])
  })

  test('of bytes that are no text', () => {
    expect(read(null)).toEqual(['1:1 error The file is neither text in UTF-8 nor packed with gzip'])
  })
})

describe('finds the line and column of a syntax error', () => {
  test.each([
    ['a tab as indentation', ['packages:', '\t- nginx'], '3:1 error '],
    [
      'a tab after a colon, which PyYAML refuses',
      ['hostname:\ta'],
      '2:10 error cloud-init refuses a tab outside of quotes; use spaces',
    ],
    [
      'a tab at the end',
      ['hostname: a\t'],
      '2:12 error cloud-init refuses a tab outside of quotes; use spaces',
    ],
    [
      'a wrong indentation',
      ['users:', '  - name: a', '   shell: b'],
      '4:1 error The indentation fits no key above, or the "- " of a list is missing',
    ],
    [
      'a second colon',
      ['final_message: note: done'],
      '2:16 error A value on this line has a ": " of its own; put the value in quotes, or start a new line',
    ],
    ['an open quote', ['hostname: "a', 'fqdn: b'], /^3:\d+ error /],
    ['an open bracket', ['packages: [a, b'], /^2:\d+ error /],
    [
      'a non-breaking space',
      ['packages:', ' \u00a0- nginx'],
      '3:2 error A non-breaking space is no indentation in YAML; use spaces',
    ],
    [
      'a control character',
      ['hostname: a\u0007'],
      '2:12 error An invisible control character stands here; remove it',
    ],
    [
      'a second document',
      ['hostname: a', '---', 'hostname: b'],
      '3:1 error A second document begins here; cloud-init reads only one',
    ],
    [
      'a list at the top',
      ['- packages'],
      '2:1 error A #cloud-config must be keys with values, such as "packages:"',
    ],
  ])('%s', (_, text, wanted) => {
    const found = read(config(...text))
    expect(found).toHaveLength(1)
    if (typeof wanted === 'string') expect(found[0]!.startsWith(wanted), found[0]).toBe(true)
    else expect(found[0]).toMatch(wanted)
  })
})

describe('checks the types of common keys', () => {
  test.each([
    ['packages: nginx', '2:1 warning "packages" must be a list, with "- " before each item, but is text'],
    ['packages:', '2:1 hint "packages" is empty; it must be a list, with "- " before each item'],
    ['package_update: "yes"', '2:1 warning "package_update" must be true or false, but is text'],
    [
      'ssh_authorized_keys: ssh-ed25519 AAAA',
      '2:1 warning "ssh_authorized_keys" must be a list, with "- " before each item, but is text',
    ],
    [
      'runcmd: [{echo: a}]',
      '2:10 warning A command must be text or a list of words, but ": " makes it a map. Put it in quotes',
    ],
    ['runcmd: [[echo, {a: b}]]', '2:10 warning The words of a command must be text'],
    ['write_files: [{content: a}]', '2:15 warning A file needs "path"'],
    [
      'write_files: [{path: /a, permissions: rw}]',
      `2:39 warning "permissions" must be text such as '0644', but is text`,
    ],
    [
      'users: [{name: a, lock_passwd: "no"}]',
      '2:32 warning "lock_passwd" must be true or false, but is text',
    ],
    ['users: [7]', '2:9 warning A user must be the name of a user, or a map with "name", but is a number'],
    ['hostname: 7', '2:1 warning "hostname" must be text, but is a number. Put it in quotes'],
    ['power_state: {delay: now}', '2:1 warning "power_state" needs "mode"'],
    ['timezone: true', '2:1 warning "timezone" must be text, but is the value true. Put it in quotes'],
    [
      'package_updates: true',
      '2:1 hint cloud-init knows no key "package_updates"; did you mean "package_update"?',
    ],
    ['write-files: []', '2:1 hint cloud-init knows no key "write-files"; did you mean "write_files"?'],
    ['my_own: 1', '2:1 hint cloud-init knows no key "my_own"'],
    ['constructor: 1', '2:1 hint cloud-init knows no key "constructor"'],
  ])('%s', (text, finding) => expect(read(config(text))).toEqual([finding]))

  test('also through a repeated key, an alias and a merge', () => {
    expect(read(config('hostname: a', 'fqdn: b', 'hostname: c'))).toEqual([
      '4:1 warning "hostname" is set twice; only the last value counts',
    ])
    expect(read(config('system_info: &a {lock_passwd: x}', 'users:', '  - {<<: *a, name: b}'))).toEqual([
      '4:5 warning "lock_passwd" must be true or false, but is text',
    ])
  })
})

test('reports at most 20 findings, in the order of lines', () => {
  const many = config(...Array.from({ length: 30 }, (_, at) => `my_own_${at}: 1`))
  expect(userDataFindings(many).map(({ line }) => line)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 2),
  )
})
