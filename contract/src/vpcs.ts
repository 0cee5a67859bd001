import { VPC_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { vpcPrefixProblem } from '@granary/domain/subnets.ts'
import { z } from 'zod'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identityUpdate,
  inProject,
  Name,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'

export const Vpc = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the VPC' }),
    dnsName: Name.meta({ description: 'Name of the VPC in DNS' }),
    ipv6Prefix: z.string().meta({ description: 'IPv6 network of all its subnets' }),
    systemRouterId: Uuid.meta({ description: 'Router whose routes the system keeps' }),
  })
  .meta({ id: 'Vpc' })

export const VpcCreateDefaults = z
  .object({
    subnet: z.object({}).nullish().meta({
      description: 'Makes a subnet called `default`; none when left out or null',
    }),
  })
  .meta({ id: 'VpcCreateDefaults' })

export const VpcCreate = z
  .object({
    ...taggedCreate,
    dnsName: Name.meta({ description: 'Name of the VPC in DNS' }),
    ipv6Prefix: checkedText(vpcPrefixProblem, 64).nullish().meta({
      description:
        'IPv6 network of all its subnets: a /48 of unique local addresses (fd00::/8). Random when left out',
    }),
    defaults: VpcCreateDefaults.nullish().meta({
      description: 'What the VPC starts with. All of it when left out or null; `{}` means nothing',
    }),
  })
  .meta({ id: 'VpcCreate' })

export const VpcUpdate = z
  .object({
    ...identityUpdate,
    dnsName: Name.nullish().meta({ description: 'New name in DNS; stays as it is when left out' }),
  })
  .meta({ id: 'VpcUpdate' })

export const NetworkGap = z
  .object({
    subject: z.string().meta({
      description: 'An address, a network in CIDR notation, or a word such as multicast',
    }),
    reason: z.string().meta({ description: 'What does not work and why' }),
    severity: z.enum(['note', 'warning']).meta({
      description:
        'note: it follows from how the hosts were set up, and is so for every network. warning: an operator can mend it.',
    }),
    forwarded: z
      .object({
        address: z.string().meta({ description: 'An address of the host itself' }),
        ports: z
          .array(
            z
              .object({
                host: z.int().meta({ description: 'TCP port of that address' }),
                guest: z.int().meta({ description: 'TCP port of the machine' }),
              })
              .meta({ id: 'ForwardedPort' }),
          )
          .meta({ description: 'The ports that lead to the machine' }),
      })
      .nullable()
      .meta({ description: 'Where programs of the host reach the address instead; null if nowhere' }),
  })
  .meta({ id: 'NetworkGap' })

export const vpcs = family('vpcs', {
  vpcGaps: get('/experimental/v1/vpcs/{vpc}/gaps', {
    summary: 'List gaps of a VPC',
    description: "Lists what the driver can't carry out of the network: all of it in one page.",
    needs: on('vpc', 'read'),
    shows: ['vpc'],
    columns: ['subject', 'reason'],
    query: inProject,
    response: z
      .object({
        items: z.array(NetworkGap).meta({ description: 'The gaps, by subject' }),
      })
      .meta({ id: 'NetworkGaps' }),
  }),
  vpcList: get('/v1/vpcs', {
    summary: 'List VPCs',
    description:
      'A VPC is an isolated network of a project. Every project starts with one. The list can be narrowed to names that contain a text.',
    choices: 'VPCs',
    needs: on('project', 'list_contents'),
    shows: ['vpc'],
    columns: [
      'name',
      'dnsName',
      'ipv6Prefix',
      'projectId',
      'systemRouterId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: { ...ofProject, ...searchableBy(VPC_FIELDS), ...paginated(NameOrIdSortMode) },
    response: countedPageOf(Vpc).meta({ id: 'VpcResultsPage' }),
  }),
  vpcCreate: post('/v1/vpcs', {
    summary: 'Create VPC',
    description:
      'The VPC gets a system router with default routes, an internet gateway with the default pools of the silo, firewall rules and, unless `defaults` leaves it out, a subnet.',
    needs: on('project', 'modify_network'),
    changes: [
      'vpc',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'vpc-subnet',
      'vpc-firewall-rule',
    ],
    query: ofProject,
    body: VpcCreate,
    response: Vpc,
  }),
  vpcView: get('/v1/vpcs/{vpc}', {
    summary: 'Fetch VPC',
    description: 'Includes the IPv6 prefix that its subnets are part of.',
    needs: on('vpc', 'read'),
    shows: ['vpc'],
    query: inProject,
    response: Vpc,
  }),
  vpcUpdate: put('/v1/vpcs/{vpc}', {
    summary: 'Update VPC',
    description: 'A new name also replaces the old one in the firewall rules of the VPC.',
    needs: on('vpc', 'modify_network'),
    changes: ['vpc', 'vpc-firewall-rule'],
    query: inProject,
    body: VpcUpdate,
    response: Vpc,
  }),
  vpcDelete: del('/v1/vpcs/{vpc}', {
    summary: 'Delete VPC',
    description: 'Refused while it has subnets. Also deletes its routers, gateways and firewall rules.',
    needs: on('vpc', 'modify_network'),
    changes: [
      'vpc',
      'vpc-router',
      'router-route',
      'internet-gateway',
      'internet-gateway-ip-pool',
      'internet-gateway-ip-address',
      'vpc-firewall-rule',
    ],
    query: inProject,
  }),
})
