import type { CallInput } from '@granary/contract/call.ts'
import { bodyOf } from '../body.ts'
import type { InstanceValues } from '../values.ts'

export type TemplateBody = CallInput<'instanceTemplateCreate'>['body']['body']

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
    sshPublicKeys,
    bootDisk,
    disks = [],
    externalIps = [],
    ...rest
  } = bodyOf({ ...values, bootName: BOOT_NAME }, undefined, userData)
  const created = disks.filter((disk) => disk.type === 'create')
  const ephemeral = externalIps.filter(({ type }) => type === 'ephemeral')
  const boots = bootDisk?.type === 'create'
  return {
    body: {
      ...rest,
      bootDisk: boots ? { ...bootDisk, description: '' } : null,
      disks: created,
      externalIps: ephemeral,
    },
    left: [
      ...((sshPublicKeys ?? []).length > 0 ? ['SSH keys'] : []),
      ...(boots ? [] : ['the existing boot disk']),
      ...(created.length < disks.length ? ['attached disks'] : []),
      ...(ephemeral.length < externalIps.length ? ['floating IPs'] : []),
    ],
  }
}
