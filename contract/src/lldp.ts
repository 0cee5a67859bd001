import { z } from 'zod'
import { SwitchSlot } from './schemas/hardware.ts'
import { onFleet } from './needs.ts'
import { family, get, post } from './operation.ts'
import { IdSortMode, Name, pageOf, paginated, Timestamp, Uuid, IpText } from './scalars.ts'
import { LldpLinkConfig } from './schemas/switch-links.ts'

const AT = '/v1/system/hardware'
const port = Name.meta({ description: 'Name of the port, such as `qsfp0`' })
const rackId = Uuid.meta({ description: 'ID of the rack' })
const switchSlot = SwitchSlot.meta({ description: 'Switch of the rack' })
const ofPort = { params: { port }, query: { rackId, switchSlot } }

const u8 = z.int().min(0).max(255)
const u32 = z.int().min(0).max(4_294_967_295)
const NetworkAddress = z
  .union([
    z.object({ ipAddr: IpText.meta({ description: 'An IP address' }) }),
    z.object({ iEEE802: z.array(u8).meta({ description: 'Bytes of a hardware address' }) }),
  ])
  .meta({ id: 'NetworkAddress' })
const InterfaceNum = z
  .union([
    z.object({ unknown: u32.meta({ description: 'A number of unknown meaning' }) }),
    z.object({ ifIndex: u32.meta({ description: 'Index of the interface' }) }),
    z.object({ portNumber: u32.meta({ description: 'Number of the port' }) }),
  ])
  .meta({ id: 'InterfaceNum' })
const ManagementAddress = z
  .object({
    addr: NetworkAddress.meta({ description: 'The address' }),
    interfaceNum: InterfaceNum.meta({ description: 'Interface with the address' }),
    oid: z.array(u8).nullish().meta({ description: 'Object identifier of the interface' }),
  })
  .meta({ id: 'ManagementAddress' })

const LldpNeighbor = z
  .object({
    chassisId: z.string().meta({ description: 'Chassis ID of the neighbor' }),
    linkName: z.string().meta({ description: "Name of the neighbor's link" }),
    linkDescription: z.string().nullish().meta({ description: "Description of the neighbor's link" }),
    localPort: z.string().meta({ description: 'Port that hears the neighbor' }),
    managementIp: z.array(ManagementAddress).meta({ description: 'Management addresses of the neighbor' }),
    systemName: z.string().nullish().meta({ description: 'Name of the neighbor' }),
    systemDescription: z.string().nullish().meta({ description: 'Description of the neighbor' }),
    firstSeen: Timestamp.meta({ description: 'When the neighbor was first heard' }),
    lastSeen: Timestamp.meta({ description: 'When the neighbor was last heard' }),
  })
  .meta({ id: 'LldpNeighbor' })

export const lldp = family('system/networking', {
  networkingSwitchPortLldpNeighbors: get(
    `${AT}/rack-switch-port/{rackId}/{switchSlot}/{port}/lldp/neighbors`,
    {
      summary: 'List LLDP neighbors of a switch port',
      description: 'Lists the neighbors that the switch last reported, in one page.',
      needs: onFleet('read'),
      shows: ['switch-port'],
      columns: ['systemName', 'chassisId', 'linkName', 'localPort', 'firstSeen', 'lastSeen'],
      params: { rackId, switchSlot, port },
      query: paginated(IdSortMode),
      response: pageOf(LldpNeighbor).meta({ id: 'LldpNeighborResultsPage' }),
    },
  ),
  networkingSwitchPortLldpConfigView: get(`${AT}/switch-port/{port}/lldp/config`, {
    summary: 'Fetch LLDP settings of a switch port',
    description: "Returns those of the first link of the port's settings; 404 for a port without any.",
    needs: onFleet('read'),
    shows: ['switch-port', 'switch-port-settings'],
    ...ofPort,
    response: LldpLinkConfig,
  }),
  networkingSwitchPortLldpConfigUpdate: post(`${AT}/switch-port/{port}/lldp/config`, {
    summary: 'Update LLDP settings of a switch port',
    description:
      "Replaces those of the link with the given ID in the port's settings, and so for all ports that have the settings.",
    needs: onFleet('modify'),
    changes: ['switch-port-settings'],
    ...ofPort,
    body: LldpLinkConfig,
    status: 204,
  }),
})
