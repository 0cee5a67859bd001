import { PORT } from '../rack-network.ts'
import { NO_ID, row, type Row, type Rows } from './rows.ts'

const ofSled =
  (body?: unknown): Row['request'] =>
  ({ idOf }) => ({ path: { sledId: idOf('sled') }, body })

const ofPort =
  (body?: unknown, port = 'qsfp0'): Row['request'] =>
  ({ idOf }) => ({
    path: { port },
    query: { rackId: idOf('rack'), switchSlot: 'switch0' },
    body,
  })

const SPARE_SLED = { part_number: '310-0000024', serial_number: 'GRN26SPARE' }

/** Racks, sleds, disks and switches. */
export const hardwareRows = {
  computeView: row('signedIn'),
  rackList: row('fleetRead'),
  rackView: row('fleetRead', ({ idOf }) => ({ path: { rackId: idOf('rack') } })),
  rackMembershipStatus: row('fleetRead', ({ idOf }) => ({ path: { rackId: idOf('rack') } })),
  rackMembershipAddSleds: row('fleetAdmin', ({ idOf }) => ({
    path: { rackId: idOf('rack') },
    body: { sled_ids: [SPARE_SLED] },
  })),
  rackMembershipAbort: row('fleetAdmin', ({ idOf }) => ({ path: { rackId: idOf('rack') } })),
  sledList: row('fleetRead'),
  sledListUninitialized: row('fleetRead'),
  sledView: row('fleetRead', ofSled()),
  sledSetProvisionPolicy: row('fleetAdmin', ofSled({ state: 'provisionable' })),
  sledPhysicalDiskList: row('fleetRead', ofSled()),
  sledInstanceList: row('fleetRead', ofSled()),
  instanceSledView: row('fleetRead', ({ idOf }) => ({ path: { instance: idOf('instance') } })),
  physicalDiskList: row('fleetRead'),
  physicalDiskView: row('fleetRead', ({ idOf }) => ({ path: { diskId: idOf('physicalDisk') } })),
  physicalDiskListUnadopted: row('fleetRead'),
  physicalDiskListAdoptionRequests: row('fleetRead'),
  physicalDiskEnableAdoption: row('fleetAdmin', () => ({
    body: { vendor: 'Simulated', model: 'SIM', serial: crypto.randomUUID() },
  })),
  physicalDiskDisableAdoption: row('fleetAdmin', ({ idOf }) => ({
    path: { physicalDiskAdoptionReqId: idOf('adoptionRequest') },
  })),
  capacityFit: row('fleetRead', () => ({ body: { ncpus: 1, memory: 2 ** 30, count: 1 } })),
  capacityOutlook: row('fleetRead'),
  driverSelectionView: row('fleetRead'),
  siloCapacityOutlook: row('signedIn'),
  switchList: row('fleetRead'),
  switchView: row('fleetRead', ({ idOf }) => ({ path: { switchId: idOf('switch') } })),
  networkingSwitchPortList: row('fleetRead'),
  networkingSwitchPortStatus: row('fleetRead', ofPort()),
  networkingSwitchPortApplySettings: row('fleetAdmin', ofPort({ port_settings: 'uplink' })),
  networkingSwitchPortLldpNeighbors: row('fleetRead', ({ idOf }) => ({
    path: { rackId: idOf('rack'), switchSlot: 'switch0', port: PORT },
  })),
  networkingSwitchPortLldpConfigView: row('fleetRead', ofPort(undefined, PORT)),
  networkingSwitchPortLldpConfigUpdate: row('fleetAdmin', ofPort({ id: NO_ID, enabled: true }, PORT)),
  networkingSwitchPortClearSettings: row('fleetAdmin', ofPort()),
} satisfies Rows
