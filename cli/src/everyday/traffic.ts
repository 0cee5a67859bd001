import type { FirewallHost, FirewallProtocol } from '@granary/domain/firewall.ts'
import { ipNetProblem, ipProblem } from '@granary/domain/ip.ts'
import { type Tag, tagKeyProblem, tagOf, tagValueProblem } from '@granary/domain/tags.ts'
import { usage } from '../exit-codes.ts'

const PROTOCOLS = ['tcp', 'udp', 'icmp', 'icmp6', 'all'] as const

/** The filters of a rule for ports and protocols; null matches all. */
export type Traffic = { ports: string[] | null; protocols: FirewallProtocol[] | null }

/**
 * Reads traffic as the command line states it: `tcp:80,443`, `udp:53`, `icmp`, `all`.
 * @throws CommandError 2 for another text, and for several with different ports, which one rule can't say.
 */
export function readTraffic(texts: readonly string[], flag: string): Traffic {
  const parts = texts.map((text) => readPart(text, flag))
  const [first] = parts
  const isAll = parts.some(({ protocol }) => protocol === 'all')
  if (isAll && parts.length > 1) throw usage(`${flag}: \`all\` needs nothing beside it`)
  if (!first || isAll) return { ports: null, protocols: null }
  const written = (ports: readonly string[]) => ports.toSorted().join()
  if (parts.some(({ ports }) => written(ports) !== written(first.ports)))
    throw usage(`the ${flag} of one rule have the same ports: add a rule for each of ${texts.join(' and ')}`)
  return {
    ports: first.ports.length > 0 ? first.ports : null,
    protocols: parts.flatMap(({ protocol }): FirewallProtocol[] =>
      protocol === 'icmp' || protocol === 'icmp6'
        ? [{ type: protocol, value: null }]
        : protocol === 'all'
          ? []
          : [{ type: protocol }],
    ),
  }
}

function readPart(text: string, flag: string) {
  const [protocol = '', ports, ...more] = text.toLowerCase().split(':')
  const known = PROTOCOLS.find((one) => one === protocol)
  const list = ports?.split(',').map((port) => port.trim()) ?? []
  const arePorts = list.every((port) => /^\d{1,5}(-\d{1,5})?$/.test(port))
  if (!known || more.length > 0 || !arePorts || (list.length > 0 && /^(icmp6?|all)$/.test(protocol)))
    throw usage(
      `${flag} is "${text}"; it must be ${PROTOCOLS.join(', ')}, or ports such as tcp:80,443 or udp:6000-6010`,
    )
  return { protocol: known, ports: list }
}

const KINDS: Readonly<Record<string, FirewallHost['type']>> = {
  vpc: 'vpc',
  subnet: 'subnet',
  instance: 'instance',
}

/**
 * Reads the other end or the target of a rule: `10.0.0.0/8`, `192.0.2.1`, `instance:db`, `subnet:default`, `vpc:default`. A plain name is
 * that of an instance.
 * @throws CommandError 2 for another text.
 */
export function readHost(text: string, flag: string): FirewallHost {
  if (ipProblem(text) === null) return { type: 'ip', value: text }
  if (ipNetProblem(text) === null) return { type: 'ip_net', value: text }
  const [, kind, name] = /^(?:(\w+):)?([a-z][a-z0-9-]*)$/.exec(text) ?? []
  const type = kind === undefined ? 'instance' : KINDS[kind]
  if (name === undefined || !type)
    throw usage(
      `${flag} is "${text}"; it must be an address, a network such as 10.0.0.0/8, or the name of an instance, subnet:NAME or vpc:NAME`,
    )
  return { type, value: name }
}

/**
 * Reads the targets of a rule: hosts, and tags such as `tag:role=web`.
 * @throws CommandError 2 for another text.
 */
export function readTargets(
  texts: readonly string[],
  flag: string,
): { targets: FirewallHost[]; target_tags?: Tag[] } {
  const isTag = (text: string) => text.startsWith('tag:')
  const targets = texts.filter((text) => !isTag(text)).map((text) => readHost(text, flag))
  const tags = texts.filter(isTag).map((text) => readTag(text.slice('tag:'.length), flag))
  return tags.length > 0 ? { targets, target_tags: tags } : { targets }
}

/** Reads a tag: `env=prod`. @throws CommandError 2 for another text. */
export function readTag(text: string, what: string): Tag {
  const tag = tagOf(text)
  const problem = text.includes('=')
    ? (tagKeyProblem(tag.key) ?? tagValueProblem(tag.value))
    : 'Must be KEY=VALUE'
  if (problem) throw usage(`${what} is "${text}": ${problem}`)
  return tag
}
