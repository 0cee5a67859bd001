import { contract } from '@granary/contract/contract.ts'
import { disk } from '../kinds/disk.ts'
import { conflict, invalidRequest, unreadable } from '../kit/base/errors.ts'
import { replaceGroups } from '../shared/network/multicast.ts'
import { handlers } from '../kinds/handler.ts'
import { answer } from '../kit/request/answer.ts'
import { identityChanges, listNamed, readNamed } from '../kit/resources/named.ts'
import { takePage } from '../kit/request/pagination.ts'
import { addressesOf } from '../kinds/external-ip.ts'
import { sshKey } from '../kinds/ssh-key.ts'
import { enqueue } from '../tasks/queue.ts'
import { bootDiskOf } from './boot-disk.ts'
import { createInstance } from './create.ts'
import { deleteInstance } from './delete.ts'
import { deletionPlanView, planDeletion } from './deletion-plan.ts'
import { deletionSummary } from './deletion-summary.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { instance } from '../kinds/instance.ts'
import { readSerialHistory } from './serial-console.ts'
import { startProblemNow } from '../shared/placement/start-problem.ts'
import { checkSize, refuseJumboFrames } from './size.ts'
import { changePlace, rebootInstance, startInstance, stopInstance } from './power.ts'

export const instanceHandlers = handlers({
  instanceList: async (context, { query, found }) => {
    const { rows, ...page } = await readNamed(context, instance, { project_id: found.row.id }, query)
    const addresses = await addressesOf(context, rows)
    const items = rows.map((row) =>
      Object.assign(instance.view(row), { externalIps: addresses.get(row.id) ?? [] }),
    )
    return { items, ...page }
  },

  instanceCreate: async (context, { body, found }) => {
    return instance.view(await createInstance(context, found.scope, body))
  },

  instanceView: async (context, { found }) => instance.view(found.row),

  instanceUpdate: async (context, { body, found }) => {
    const { row } = found
    const resized =
      body.ncpus !== row.ncpus || body.memory !== row.memory || body.cpuPlatform !== row.cpu_platform
    if (resized) {
      outcomeOf('resize', row.run_state)
      if (row.charged === 1 && row.run_state !== 'creating')
        throw conflict('instance must be stopped to change CPU or memory')
      checkSize(body)
    }
    await refuseJumboFrames(context, body.enableJumboFrames && row.enable_jumbo_frames === 0)
    const bootDiskId = await bootDiskOf(context, found, body.bootDisk)
    if (body.multicastGroups) await replaceGroups(context, found, body.multicastGroups)
    const size = { ncpus: body.ncpus, memory: body.memory, cpu_platform: body.cpuPlatform }
    const place = resized && row.charged === 1 ? await changePlace(context, found, size) : {}
    const updated = await instance.update(context, found, {
      ...identityChanges(body),
      ...size,
      ...place,
      // The stored problem refers to the old size.
      ...(resized && {
        start_problem: await startProblemNow(context, { ...found, row: { ...row, ...size } }),
      }),
      boot_disk_id: bootDiskId,
      auto_restart_policy: body.autoRestartPolicy,
      enable_jumbo_frames: body.enableJumboFrames ? 1 : 0,
    })
    // The new policy may allow a restart, so check it now.
    if (row.run_state === 'failed') await enqueue(context, 'instance', row.id, found.scope)
    return instance.view(updated)
  },

  instanceDelete: async (context, { query, found }) => {
    await deleteInstance(context, found, query.deleteDisks ?? [])
  },

  instanceDeletionPlan: async (context, { found }) => {
    return deletionPlanView(found.row, await planDeletion(context, found))
  },

  instancesDeletionSummary: async (context, { body }) => deletionSummary(context, body.instances),

  instanceProtect: async (context, { found }) =>
    instance.view(await instance.update(context, found, { deletion_protected: 1 })),

  instanceUnprotect: async (context, { found }) =>
    instance.view(await instance.update(context, found, { deletion_protected: 0 })),

  instanceStart: async (context, { found }) => {
    return instance.view(await startInstance(context, found))
  },

  instanceStop: async (context, { found }) => {
    return instance.view(await stopInstance(context, found))
  },

  instanceReboot: async (context, { found }) => {
    return instance.view(await rebootInstance(context, found))
  },

  instanceDiskList: async (context, { query, found }) => {
    return listNamed(context, disk, { instance_id: found.row.id }, query)
  },

  instanceSshPublicKeyList: async (context, { query, found }) => {
    const keys = context.db
      .selectFrom('ssh_key')
      .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
      .selectAll('ssh_key')
      .where('instance_ssh_key.instance_id', '=', found.row.id)
    const columns = { name: 'ssh_key.name', id: 'ssh_key.id' }
    const { rows, nextPage } = await takePage(keys, query, columns, (row, by) => row[by])
    return { items: rows.map((row) => sshKey.view(row)), nextPage }
  },

  instanceSerialConsole: {
    raw: async (context, { query, found }) => {
      const { row } = found
      const { fromStart, mostRecent, maxBytes = 16_384 } = query
      if ((fromStart === undefined) === (mostRecent === undefined))
        throw invalidRequest('exactly one of from_start and most_recent must be given')
          .at('from_start', 'not_allowed')
          .at('most_recent', 'not_allowed')
      const range = fromStart === undefined ? { mostRecent: mostRecent!, maxBytes } : { fromStart, maxBytes }
      const { data, ...offsets } = await readSerialHistory(context, row, range)
      const { extensions } = context.services.settings
      return answer(contract.instanceSerialConsole, { data: [...data], ...offsets }, extensions)
    },
  },

  instanceSerialConsoleStream: {
    raw: async () => {
      throw unreadable('this path is a websocket: ask with an upgrade')
    },
  },
})
