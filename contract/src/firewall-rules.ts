import {
  MAX_FIREWALL_ENTRIES,
  MAX_FIREWALL_PRIORITY,
  MAX_FIREWALL_RULES,
  MAX_ICMP_CODE_LENGTH,
} from '@granary/domain/firewall.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { on } from './needs.ts'
import { family, get, put } from './operation.ts'
import { identity, identityCreate, Uuid } from './scalars.ts'
import { Tag } from './schemas/tags.ts'
import { ipEnd, named, netEnd } from './vpc-routers.ts'
import { ofVpc } from './vpc-selectors.ts'

const host = z.discriminatedUnion('type', [named('vpc'), named('subnet'), named('instance'), ipEnd, netEnd])

/** Keeps a default out of the document: generated clients would send the field, and the published document states none. */
const UNSTATED = { default: undefined }

const icmpFilter = z
  .object({
    icmpType: z.int().min(0).max(255).meta({ description: 'ICMP type' }),
    code: z
      .string()
      .max(MAX_ICMP_CODE_LENGTH)
      .nullable()
      .default(null)
      .meta({ ...UNSTATED, description: 'ICMP code, or a range of codes such as `0-5`; null for all' }),
  })
  .meta({ id: 'VpcFirewallIcmpFilter' })
  .nullable()
  .meta({ description: 'ICMP type and codes; null for all' })

const protocol = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tcp') }),
  z.object({ type: z.literal('udp') }),
  z.object({ type: z.literal('icmp'), value: icmpFilter }),
  z.object({ type: z.literal('icmp6'), value: icmpFilter }),
])

/** The server checks the length itself: its refusal names the list. */
const entries = <Item extends z.ZodType>(item: Item) => z.array(item).meta({ maxItems: MAX_FIREWALL_ENTRIES })
const port = z.string().meta({ minLength: 1, maxLength: 11, pattern: '^[0-9]{1,5}(-[0-9]{1,5})?$' })
const filter = <Item extends z.ZodType>(item: Item, description: string) =>
  entries(item)
    .nullable()
    .default(null)
    .meta({ ...UNSTATED, description })

const settings = {
  action: z.enum(['allow', 'deny']).meta({ description: 'Whether matching packets pass' }),
  direction: z
    .enum(['inbound', 'outbound'])
    .meta({ description: 'Whether packets to or from the targets are matched' }),
  status: z.enum(['enabled', 'disabled']).meta({ description: 'Whether the rule is in force' }),
  priority: z
    .int()
    .min(0)
    .max(MAX_FIREWALL_PRIORITY)
    .meta({ description: 'The rule with the lowest number decides' }),
  targets: entries(host).meta({ description: 'Instances that the rule applies to' }),
  filters: z
    .object({
      hosts: filter(host, 'The other ends of the connection'),
      ports: filter(port, 'Destination ports or ranges of ports'),
      protocols: filter(protocol, 'Protocols'),
    })
    .meta({ description: 'Packets that the rule matches; a filter that is null matches all' }),
}

const tags = entries(Tag).meta({
  description: 'Tags of further instances that the rule applies to: those of the VPC that have one of them',
})

export const VpcFirewallRule = z
  .object({
    ...identity,
    vpcId: Uuid.meta({ description: 'VPC of the rule' }),
    ...settings,
    targetTags: extra(tags),
  })
  .meta({ id: 'VpcFirewallRule' })
export const VpcFirewallRuleUpdate = z
  .object({
    ...identityCreate,
    ...settings,
    targetTags: extraInput(
      tags.meta({
        description:
          'Tags of further instances that the rule applies to: those of the VPC that have one of them. When left out, a rule of the same name keeps its own',
      }),
    ),
  })
  .meta({ id: 'VpcFirewallRuleUpdate' })

const version = z
  .string()
  .max(64)
  .meta({ description: 'Stands for this set of rules: every change of a rule changes it' })

export const VpcFirewallRules = z
  .object({
    rules: z.array(VpcFirewallRule).meta({ description: 'Rules of the VPC, by name' }),
    version: extra(version),
  })
  .meta({ id: 'VpcFirewallRules' })

export const VpcFirewallRuleUpdateParams = z
  .object({
    rules: z.array(VpcFirewallRuleUpdate).default([]).meta({
      description: 'All rules of the VPC, with unique names. No rules when left out',
      maxItems: MAX_FIREWALL_RULES,
    }),
    expectedVersion: extraInput(
      version.meta({
        description:
          "Version of the rules that the caller has read. If they have changed since, the request is refused (409), so that it doesn't undo another user's change",
      }),
    ),
  })
  .meta({ id: 'VpcFirewallRuleUpdateParams' })

export const firewallRules = family('vpcs', {
  vpcFirewallRulesView: get('/v1/vpc-firewall-rules', {
    summary: 'List firewall rules of a VPC',
    description: 'Returns all rules at once, by name. The rule with the lowest priority number wins.',
    isLarge: true,
    needs: on('vpc', 'read'),
    shows: ['vpc-firewall-rule'],
    query: ofVpc,
    response: VpcFirewallRules,
  }),
  vpcFirewallRulesUpdate: put('/v1/vpc-firewall-rules', {
    summary: 'Replace firewall rules of a VPC',
    description:
      'Replaces all rules at once: rules that the request lacks are deleted. Rules of the same name keep their ID.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc-firewall-rule'],
    query: ofVpc,
    body: VpcFirewallRuleUpdateParams,
    response: VpcFirewallRules,
  }),
})
