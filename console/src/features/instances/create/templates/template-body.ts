import type { CallInput } from '@granary/contract/call.ts'
import { bodyOf, SOURCE } from '../body.ts'
import type { InstanceValues } from '../values.ts'

export type TemplateBody = CallInput<'instanceTemplateCreate'>['body']['body']

/** Whether the user has chosen a disk to boot from, or what it is made from. */
const hasSource = (values: InstanceValues): boolean => values[SOURCE[values.bootSource]] !== null

/** The boot disk of a template. Each instance gets a name of its own for it. */
const BOOT_NAME = 'boot'

/**
 * Returns the form as a template, and what can't be part of one, as each instance has it for itself.
 * @param userData in base64.
 */
export function templateBodyOf(
  values: InstanceValues,
  userData: string,
): { body: TemplateBody; left: string[] } {
  const {
    name: _name,
    hostname: _hostname,
    description: _description,
    tags,
    sshPublicKeys,
    bootDisk,
    disks = [],
    externalIps = [],
    ...rest
  } = bodyOf({ ...values, bootName: BOOT_NAME }, undefined, userData)
  const attaches = bootDisk?.type === 'attach' && hasSource(values)
  const created = disks.filter((disk) => disk.type === 'create')
  const ephemeral = externalIps.filter(({ type }) => type === 'ephemeral')
  const boots = bootDisk?.type === 'create' && hasSource(values) && values.bootSize !== null
  return {
    body: {
      ...rest,
      bootDisk: boots ? { ...bootDisk, description: '' } : null,
      disks: created,
      externalIps: ephemeral,
    },
    left: [
      ...(Object.keys(tags ?? {}).length > 0 ? ['tags'] : []),
      ...((sshPublicKeys ?? []).length > 0 ? ['SSH keys'] : []),
      ...(boots ? [] : [attaches ? 'the existing boot disk' : 'the boot disk, which is not complete']),
      ...(created.length < disks.length ? ['attached disks'] : []),
      ...(ephemeral.length < externalIps.length ? ['floating IPs'] : []),
    ],
  }
}
