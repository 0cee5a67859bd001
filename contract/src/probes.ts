import { z } from 'zod'
import { PoolSelector } from './external-ips.ts'
import { on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  identity,
  identityCreate,
  Name,
  NameOrIdSortMode,
  ofProject,
  pageOf,
  paginated,
  Uuid,
  IpText,
} from './scalars.ts'

const sled = Uuid.meta({ description: 'ID of the sled that the probe is on' })

export const ProbeCreate = z
  .object({
    ...identityCreate,
    sled,
    poolSelector: PoolSelector.default({ type: 'auto', ipVersion: null }).meta({
      description: 'Pool that the external address comes from',
    }),
  })
  .meta({ id: 'ProbeCreate' })

const Probe = z.object({ ...identity, sled }).meta({ id: 'Probe' })

const config = (id: string, format: 'ipv4' | 'ipv6') =>
  z
    .object({
      ip: z.string().meta({ format, description: 'The private address' }),
      subnet: z.string().meta({ description: 'Network of the address' }),
      transitIps: z.array(z.string()).meta({
        ...(format === 'ipv4' && { default: [] }),
        description: 'Always empty for a probe',
      }),
    })
    .meta({ id })
const v4 = config('PrivateIpv4Config', 'ipv4').meta({ description: 'IPv4 address' })
const v6 = config('PrivateIpv6Config', 'ipv6').meta({ description: 'IPv6 address' })
const PrivateIpConfig = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('v4'), value: v4 }),
    z.object({ type: z.literal('v6'), value: v6 }),
    z.object({
      type: z.literal('dual_stack'),
      value: z.object({ v4, v6 }).meta({ description: 'Addresses of both families' }),
    }),
  ])
  .meta({ id: 'PrivateIpConfig' })

const holder = Uuid.meta({ description: 'ID of what the interface belongs to' })
const NetworkInterfaceKind = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('instance'), id: holder }),
    z.object({ type: z.literal('service'), id: holder }),
    z.object({ type: z.literal('probe'), id: holder }),
  ])
  .meta({ id: 'NetworkInterfaceKind' })

const NetworkInterface = z
  .object({
    id: Uuid.meta({ description: 'ID of the interface' }),
    name: Name.meta({ description: 'Name of the interface' }),
    kind: NetworkInterfaceKind.meta({ description: 'What the interface belongs to' }),
    ipConfig: PrivateIpConfig.meta({ description: 'Private addresses' }),
    mac: z.string().meta({ description: 'Hardware address' }),
    primary: z.boolean().meta({ description: 'Whether external addresses use this interface' }),
    slot: z.int().min(0).max(255).meta({ description: 'Place of the interface, from 0' }),
    vni: z.int().min(0).max(4_294_967_295).meta({ description: 'Virtual network identifier of the VPC' }),
  })
  .meta({ id: 'NetworkInterface' })

const port = z.int().min(0).max(65_535)
const ProbeExternalIp = z
  .object({
    ip: IpText.meta({ description: 'The address' }),
    kind: z
      .enum(['snat', 'floating', 'ephemeral'])
      .meta({ id: 'ProbeExternalIpKind' })
      .meta({ description: 'How long the probe has the address' }),
    firstPort: port.meta({ description: 'First port of the probe' }),
    lastPort: port.meta({ description: 'Last port of the probe' }),
  })
  .meta({ id: 'ProbeExternalIp' })

const ProbeInfo = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    name: Name.meta({ description: 'Name, unique among the probes of the project' }),
    sled,
    externalIps: z.array(ProbeExternalIp).meta({ description: 'External addresses' }),
    interface: NetworkInterface.meta({ description: "Interface in the project's default VPC" }),
  })
  .meta({ id: 'ProbeInfo' })

export const probes = family('probes', {
  probeList: get('/experimental/v1/probes', {
    summary: 'List probes',
    description: 'Lists the probes of a project, by name.',
    needs: on('project', 'list_contents'),
    shows: ['probe'],
    columns: ['name', 'sled', 'externalIps', 'interface.mac', 'id'],
    query: { ...ofProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(ProbeInfo).meta({ id: 'ProbeInfoResultsPage' }),
  }),
  probeCreate: post('/experimental/v1/probes', {
    summary: 'Create probe',
    description:
      "A probe takes an interface in the default subnet of the project's default VPC and an external address, as an instance on the sled would, to test networks. It runs no guest.",
    needs: on('project', 'modify_contents'),
    changes: ['probe', 'external-ip'],
    query: ofProject,
    body: ProbeCreate,
    response: Probe,
  }),
  probeView: get('/experimental/v1/probes/{probe}', {
    summary: 'Fetch probe',
    description: 'Includes its interface and its external address.',
    needs: on('probe', 'read'),
    shows: ['probe'],
    query: ofProject,
    response: ProbeInfo,
  }),
  probeDelete: del('/experimental/v1/probes/{probe}', {
    summary: 'Delete probe',
    description: 'Returns its addresses to their pool and subnet.',
    needs: on('probe', 'modify_contents'),
    changes: ['probe', 'external-ip'],
    query: ofProject,
  }),
})
