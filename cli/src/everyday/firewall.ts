import { ruleSentence, type RuleInWords } from '@granary/domain/firewall-words.ts'
import type { Tag } from '@granary/domain/tags.ts'
import type { Command } from 'commander'
import { requiredProject } from '../commands/project.ts'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import { askJson } from '../http.ts'
import { printItems } from '../commands/print.ts'
import { addFormat, type Format, formatOf } from '../output/format.ts'
import { targetOf, type World } from '../target.ts'
import { readHost, readTargets, readTraffic } from './traffic.ts'

type Rule = Omit<RuleInWords, 'targetTags'> & {
  /** Absent from a server without them. */
  target_tags?: Tag[]
  name: string
  description: string
  status: 'enabled' | 'disabled'
  priority: number
}
type Rules = { rules: Rule[]; version?: string }
type Given = { project?: string; vpc: string; host?: string; format?: Format; json?: boolean }
type New = Given & {
  allow?: string[]
  deny?: string[]
  from?: string[]
  to?: string[]
  on?: string[]
  priority: string
  description: string
}

/** The rules of a VPC are one resource of the API; here each is one. */
export function addFirewall(program: Command, world: World): void {
  const firewall = program
    .command('firewall')
    .description('Firewall rules of a VPC, one by one')
    .summary('list, add, remove, enable, disable')
  const sub = (words: string, about: string) =>
    addFormat(
      firewall
        .command(words)
        .description(about)
        .option('-p, --project <name>', 'project of the VPC; required without a default')
        .option('--vpc <name>', 'the VPC', 'default')
        .option('--host <url>', 'URL of the server'),
    )
  sub('list', 'List the rules, the one that decides first on top')
    .addHelpText('after', example('list --project my-project'))
    .action(async (given: Given) => show(world, given, (await read(world, given)).rules))
  addCommandAdd(sub('add <name>', 'Add a rule'), world)
  sub('remove <name...>', 'Remove rules')
    .addHelpText('after', example('remove web --project my-project'))
    .action((names: string[], given: Given) =>
      change(world, given, names, (rules) => rules.filter(({ name }) => !names.includes(name))),
    )
  for (const status of ['enabled', 'disabled'] as const) {
    const verb = status === 'enabled' ? 'enable' : 'disable'
    sub(
      `${verb} <name...>`,
      `Let rules ${status === 'enabled' ? 'have effect again' : 'have no effect for now'}`,
    )
      .addHelpText('after', example(`${verb} web --project my-project`))
      .action((names: string[], given: Given) =>
        change(world, given, names, (rules) =>
          rules.map((rule) => (names.includes(rule.name) ? { ...rule, status } : rule)),
        ),
      )
  }
}

const example = (words: string): string => `\nExample:\n  granary firewall ${words}`

const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text]

function addCommandAdd(command: Command, world: World): void {
  command
    .option('--allow <traffic>', 'let this pass: tcp:80,443, udp:53, icmp, all; may be repeated', repeated)
    .option('--deny <traffic>', 'refuse this instead; may be repeated', repeated)
    .option(
      '--from <host>',
      'incoming from this address, network, instance, subnet:NAME; may be repeated',
      repeated,
    )
    .option('--to <host>', 'outgoing to this one, instead of incoming; may be repeated', repeated)
    .option(
      '--on <target>',
      'what the rule applies to: an instance, subnet:NAME, tag:KEY=VALUE (default: the whole VPC)',
      repeated,
    )
    .option('--priority <number>', 'the rule with the lowest number decides', '0')
    .option('-d, --description <text>', 'free text for people', '')
    .addHelpText('after', example('add web --allow tcp:80,443 --project my-project'))
    .action(async (name: string, given: New) => {
      const rule = ruleOf(name, given)
      await change(world, given, [], (rules) => {
        if (rules.some((one) => one.name === name))
          throw new CommandError(
            EXIT.refused,
            `there is a rule "${name}" already; \`granary firewall remove ${name}\``,
          )
        return [...rules, rule]
      })
    })
}

function ruleOf(name: string, { allow, deny, from, to, on, priority, description, vpc }: New): Rule {
  if ((allow === undefined) === (deny === undefined))
    throw usage('say what the rule does: either --allow or --deny, such as --allow tcp:80,443')
  if (from && to)
    throw usage('--from is for incoming traffic and --to for outgoing: a rule is for one of them')
  if (!/^\d{1,5}$/.test(priority))
    throw usage(`--priority is "${priority}"; it must be a number from 0 to 65535`)
  const hosts = (from ?? to)?.map((text) => readHost(text, from ? '--from' : '--to')) ?? null
  return {
    name,
    description,
    action: allow ? 'allow' : 'deny',
    direction: to ? 'outbound' : 'inbound',
    status: 'enabled',
    priority: Number(priority),
    ...(on ? readTargets(on, '--on') : { targets: [{ type: 'vpc' as const, value: vpc }] }),
    filters: { hosts, ...readTraffic(allow ?? deny ?? [], allow ? '--allow' : '--deny') },
  }
}

const pathOf = (world: World, { project, vpc }: Given) => ({
  path: '/v1/vpc-firewall-rules',
  query: new URLSearchParams({ project: requiredProject(world, { project }), vpc }),
})

const read = async (world: World, given: Given): Promise<Rules> =>
  await askJson<Rules>(
    targetOf(world, given.host),
    { method: 'GET', ...pathOf(world, given) },
    world.interrupted,
  )

/**
 * Replaces the rules by changed ones. The server refuses (409) if another user changed them since.
 * @param names rules that must exist. @throws CommandError 1 if one doesn't.
 */
async function change(world: World, given: Given, names: readonly string[], by: (rules: Rule[]) => Rule[]) {
  const { rules, version } = await read(world, given)
  const unknown = names.find((name) => !rules.some((rule) => rule.name === name))
  if (unknown !== undefined)
    throw new CommandError(
      EXIT.refused,
      `there is no rule "${unknown}" in the VPC "${given.vpc}"${rules.length > 0 ? `; there are ${rules.map(({ name }) => name).join(', ')}` : ''}`,
    )
  const body = { rules: by(rules).map(withoutIdentity), expected_version: version }
  const changed = await askJson<Rules>(
    targetOf(world, given.host),
    {
      method: 'PUT',
      ...pathOf(world, given),
      body: { type: 'application/json', content: JSON.stringify(body) },
    },
    world.interrupted,
  )
  show(world, given, changed.rules)
}

/** A rule in a request has no identity of its own. */
const withoutIdentity = ({
  name,
  description,
  action,
  direction,
  status,
  priority,
  targets,
  target_tags,
  filters,
}: Rule): Rule => ({
  name,
  description,
  action,
  direction,
  status,
  priority,
  targets,
  target_tags,
  filters,
})

const sentenceOf = ({ target_tags: targetTags, ...rule }: Rule): string =>
  ruleSentence({ ...rule, targetTags })

function show(world: World, given: Given, rules: readonly Rule[]): void {
  const sorted = rules.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1))
  // Programs get the rules as the API has them, people a sentence.
  const items =
    formatOf(given) === 'table' ? sorted.map((rule) => ({ ...rule, rule: sentenceOf(rule) })) : sorted
  printItems(world, items, new Map(), ['name', 'status', 'priority', 'direction', 'rule'], given)
}
