import { present } from '../kit/base/present.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { atField } from '../kit/base/at-field.ts'
import { deferredWrite } from '../kit/sql/fixed-query.ts'
import type { InstanceCreate, InstanceDiskAttachment } from '@granary/contract/schemas/instance-requests.ts'
import { isUuid } from '@granary/domain/names.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { userDataProblem } from '@granary/domain/user-data.ts'
import type { z } from 'zod'
import type { DiskRow, InstanceRow } from '../database/schema.ts'
import { attachDisk } from '../shared/storage/attach-disk.ts'
import { createDisk } from '../shared/storage/create-disk.ts'
import type { ProjectScope } from '../kit/resources/authorization.ts'
import { disk } from '../kinds/disk.ts'
import { chooseDiskSled, requireSameSled, sledOfDisks } from '../shared/placement/place-disk.ts'
import { addMember } from '../shared/placement/members.ts'
import { antiAffinityGroup } from '../kinds/affinity-group.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { invalidRequest, invalidValue } from '../kit/base/errors.ts'
import { find } from '../kit/resources/lookup.ts'
import { attachExternalIps, familiesOf } from '../shared/network/attach-external-ips.ts'
import { createInterfaces } from '../shared/network/create-interfaces.ts'
import { replaceGroups } from '../shared/network/multicast.ts'
import { findOwnKey } from '../kinds/ssh-key.ts'
import { checkSize, refuseJumboFrames } from './size.ts'
import { requestPower } from './power-request.ts'
import { problemOf, reservePlace } from './power.ts'
import { instance } from '../kinds/instance.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

type Body = z.output<typeof InstanceCreate>
type Attachment = z.output<typeof InstanceDiskAttachment>

/**
 * Creates an instance with all its parts in one transaction, so a refusal leaves nothing behind.
 * A start without room or quota does not fail the create: the instance is stopped, with a `start_problem`.
 */
export async function createInstance(
  context: Context,
  scope: ProjectScope,
  body: Body,
): Promise<InstanceRow> {
  await requireRoom(context, 'instances', scope.projectId)
  checkSize(body)
  await refuseJumboFrames(context, body.enableJumboFrames)
  const userData = userDataProblem(body.userData)
  if (userData) throw invalidValue('user_data', userData.code, userData.message)
  const attachments = [...(body.bootDisk ? [body.bootDisk] : []), ...body.disks]
  if (attachments.length > MAX_DISKS_PER_INSTANCE)
    throw invalidRequest(`cannot attach more than ${MAX_DISKS_PER_INSTANCE} disks to instance`).at(
      'disks',
      'too_long',
    )
  refuseTwice(body, attachments)

  const row = await instance.create(context, scope, body, {
    project_id: scope.projectId,
    hostname: body.hostname,
    ncpus: body.ncpus,
    memory: body.memory,
    run_state: 'creating',
    time_run_state_updated: now(context),
    wanted_state: 'stopped',
    reboots_wanted: 0,
    boot_disk_id: null,
    auto_restart_policy: body.autoRestartPolicy ?? null,
    time_last_auto_restarted: null,
    cpu_platform: body.cpuPlatform ?? null,
    enable_jumbo_frames: body.enableJumboFrames ? 1 : 0,
    user_data: body.userData,
    sled_id: null,
    charged: 0,
    start_problem: null,
    note: null,
    deletion_protected: 0,
  })
  const found = { row, scope }
  const disks: DiskRow[] = []
  for (const [index, attachment] of attachments.entries())
    disks.push(await atField(diskPath(body, index), () => addDisk(context, found, attachment)))
  const interfaces = await atField('network_interfaces', () =>
    createInterfaces(context, found, body.networkInterfaces),
  )
  const families = familiesOf(interfaces[0])
  await atField('external_ips', () => attachExternalIps(context, found, families, body.externalIps))
  await linkSshKeys(context, row.id, body.sshPublicKeys)
  await joinGroups(context, row, body.antiAffinityGroups)
  if (body.multicastGroups.length > 0) await replaceGroups(context, found, body.multicastGroups)

  const bootDiskId = body.bootDisk ? present(disks[0], 'the boot disk').id : null
  const place = body.start ? await reservePlaceIfAny(context, { row, scope }) : null
  await requestPower(context, found)
  if (bootDiskId === null && place === null) return row
  // A transaction writes one entry to the change log: the created instance, with its boot disk and place.
  return instance.update(context, found, {
    boot_disk_id: bootDiskId,
    ...place,
    time_modified: row.time_modified,
  })
}

/** The boot disk comes first. */
const diskPath = ({ bootDisk }: Body, index: number): string =>
  bootDisk && index === 0 ? 'boot_disk' : `disks[${bootDisk ? index - 1 : index}]`

/** Without this check the second mention fails with a misleading error: attached to another instance. */
function refuseTwice(body: Body, attachments: Attachment[]): void {
  const first = new Set<string>()
  for (const [index, { type, name }] of attachments.entries()) {
    if (type !== 'attach') continue
    if (first.has(name))
      throw invalidRequest(`disk "${name}" is listed more than once`).at(
        `${diskPath(body, index)}.name`,
        'duplicate',
      )
    first.add(name)
  }
}

async function addDisk(
  context: Context,
  { row, scope }: { row: InstanceRow; scope: ProjectScope },
  attachment: Attachment,
): Promise<DiskRow> {
  const { id } = row
  if (attachment.type === 'create') {
    const sledId = await chooseDiskSled(context, attachment.size, await sledOfDisks(context, id))
    return createDisk(context, scope, attachment, { sledId, instanceId: id })
  }
  const { name } = attachment
  return atField('name', async () => {
    const found = await find(context, disk, { disk: name, project: scope.projectId }, 'modify_contents')
    await requireSameSled(context, row, found.row)
    return attachDisk(context, found, id)
  })
}

async function reservePlaceIfAny(context: Context, found: { row: InstanceRow; scope: ProjectScope }) {
  try {
    return { ...(await reservePlace(context, found)), wanted_state: 'running' as const }
  } catch (error) {
    return problemOf(context, found, error)
  }
}

/** If absent, all SSH keys of the caller. */
async function linkSshKeys(
  context: Context,
  instanceId: string,
  keys: string[] | null | undefined,
): Promise<void> {
  if (!keys) return linkOwnKeys(context, instanceId)
  const ids = await Promise.all(
    keys.map((key, index) =>
      atField(`ssh_public_keys[${index}]`, async () => (await findOwnKey(context, key)).id),
    ),
  )
  for (const ssh_key_id of new Set(ids))
    await unlogged(context)
      .insertInto('instance_ssh_key')
      .values({ instance_id: instanceId, ssh_key_id })
      .execute()
}

function linkOwnKeys(context: Context, instanceId: string): Promise<void> {
  const { userId } = actorOf(context)
  return deferredWrite(
    context,
    'instance_ssh_key',
    [linkOwnKeys, 'link own keys'],
    () =>
      unlogged(context)
        .insertInto('instance_ssh_key')
        .columns(['instance_id', 'ssh_key_id'])
        .expression((from) =>
          from
            .selectFrom('ssh_key')
            .select((row) => [row.val(instanceId).as('instance_id'), 'id'])
            .where('user_id', '=', userId),
        ),
    [instanceId, userId],
  )
}

async function joinGroups(context: Context, row: InstanceRow, groups: string[]): Promise<void> {
  const joined = new Set<string>()
  for (const [index, group] of groups.entries())
    await atField(`anti_affinity_groups[${index}]`, async () => {
      const inProject = isUuid(group) ? {} : { project: row.project_id }
      const selectors = { antiAffinityGroup: group, ...inProject }
      const found = await find(context, antiAffinityGroup, selectors, 'modify_contents')
      if (joined.has(found.row.id)) return
      joined.add(found.row.id)
      await addMember(context, antiAffinityGroup, found, row)
    })
}
