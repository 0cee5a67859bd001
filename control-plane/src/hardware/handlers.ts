import { handlers } from '../kinds/handler.ts'
import {
  adoptionRequest,
  adoptionRequestView,
  physicalDiskFilter,
  physicalDiskView,
  rackView,
  sled,
  sledFilter,
  sledView,
} from '../kinds/hardware.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { now } from '../kit/context/context.ts'
import { narrowed } from '../kit/resources/list-filter.ts'
import { ApiError, notFound } from '../kit/base/errors.ts'
import { equipmentOf } from '../shared/placement/inventory.ts'
import { findRow, listRows } from './rows.ts'
import { sledInstances } from './sled-instances.ts'

export const hardwareHandlers = handlers({
  computeView: async ({ services: { compute, settings } }) => {
    const { externalNetworks, uncounted, ...facts } = compute.facts()
    return {
      ...facts,
      externalNetworks: externalNetworks && [...externalNetworks],
      uncounted: [...uncounted],
      vcpusPerThread: settings.vcpusPerThread,
    }
  },

  rackList: (context, { query }) => listRows(context.db.selectFrom('rack').selectAll(), query, rackView),
  rackView: async (context, { path }) => rackView(await findRow(context, 'rack', 'rack', path.rackId)),

  sledList: (context, { query }) =>
    listRows(
      narrowed(
        context,
        context.db.selectFrom('sled').selectAll().where('in_service', '=', 1),
        sledFilter,
        query.filter,
        'sled',
      ),
      query,
      sledView,
    ),
  // Specification section 3: this list and that of unadopted disks are always one page.
  sledListUninitialized: async ({ services }) => ({
    items: equipmentOf(services).uninitializedSleds,
    nextPage: null,
  }),
  sledView: async (context, { path }) => sledView(await findRow(context, 'sled', 'sled', path.sledId)),

  sledSetProvisionPolicy: async (context, { path, body }) => {
    const row = await findRow(context, 'sled', 'sled', path.sledId)
    if (row.in_service === 0)
      throw new ApiError(409, 'Conflict', 'the sled is expunged: its provision policy cannot be changed')
    const before = row.provision_policy
    if (body.state !== before)
      await sled.update(
        context,
        { row, scope: fleet },
        { provision_policy: body.state, time_modified: now(context) },
      )
    return { oldState: before, newState: body.state }
  },

  sledPhysicalDiskList: async (context, { path, query }) => {
    const { id } = await findRow(context, 'sled', 'sled', path.sledId)
    const disks = context.db.selectFrom('physical_disk').selectAll().where('sled_id', '=', id)
    return listRows(disks, query, physicalDiskView)
  },
  sledInstanceList: async (context, { path, query }) => {
    const { id } = await findRow(context, 'sled', 'sled', path.sledId)
    return sledInstances(context, id, query)
  },

  instanceSledView: async ({ db }, { path: { instance: id } }) => {
    const instance = await db.selectFrom('instance').select('sled_id').where('id', '=', id).executeTakeFirst()
    if (!instance) throw notFound('instance', { id })
    const row = await db
      .selectFrom('sled')
      .selectAll()
      .where('id', '=', instance.sled_id ?? '')
      .executeTakeFirst()
    return { sled: row ? sledView(row) : null }
  },

  physicalDiskList: (context, { query }) =>
    listRows(
      narrowed(
        context,
        context.db.selectFrom('physical_disk').selectAll(),
        physicalDiskFilter,
        query.filter,
        'physical_disk',
      ),
      query,
      physicalDiskView,
    ),
  physicalDiskView: async (context, { path }) =>
    physicalDiskView(await findRow(context, 'physical_disk', 'physical-disk', path.diskId)),
  physicalDiskListUnadopted: async ({ services }) => {
    const items = equipmentOf(services).unadoptedDisks.map(
      ({ vendor, model, serial, sledId, slot, formFactor }) => ({
        diskId: { vendor, model, serial },
        sledId,
        slot,
        variant: formFactor,
      }),
    )
    return { items, nextPage: null }
  },

  physicalDiskListAdoptionRequests: (context, { query }) =>
    listRows(context.db.selectFrom('physical_disk_adoption_request').selectAll(), query, adoptionRequestView),
  physicalDiskEnableAdoption: async (context, { body: { vendor, model, serial } }) => {
    const existing = await context.db
      .selectFrom('physical_disk_adoption_request')
      .selectAll()
      .where('vendor', '=', vendor)
      .where('model', '=', model)
      .where('serial', '=', serial)
      .executeTakeFirst()
    if (existing) return adoptionRequestView(existing)
    const row = { id: crypto.randomUUID(), vendor, model, serial, time_created: now(context) }
    return adoptionRequestView(await adoptionRequest.create(context, fleet, row))
  },
  physicalDiskDisableAdoption: async (context, { path }) => {
    const table = 'physical_disk_adoption_request'
    const kind = 'physical-disk-adoption-request'
    const row = await findRow(context, table, kind, path.physicalDiskAdoptionReqId)
    await adoptionRequest.remove(context, { row, scope: fleet })
  },
})
