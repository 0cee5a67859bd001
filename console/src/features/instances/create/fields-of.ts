import type { FieldsByPath, FieldsOfBody } from '../../../app/kit/field-problems.ts'
import type { BootSource, InstanceValues } from './values.ts'

const SOURCE = {
  silo: 'siloImage',
  project: 'projectImage',
  snapshot: 'bootSnapshot',
  disk: 'bootDisk',
  blank: 'bootBlockSize',
} as const satisfies Record<BootSource, keyof InstanceValues>

/** Maps paths of the request to fields of the form. Hidden parts are not sent. */
export function fieldsOf({
  presetTab,
  bootSource,
  networkMode,
  userDataFrom,
}: InstanceValues): FieldsByPath<InstanceValues> {
  const isCustom = presetTab === 'custom'
  return {
    hostname: 'name',
    ncpus: isCustom ? 'customCpus' : 'preset',
    memory: isCustom ? 'customMemory' : 'preset',
    bootDisk: SOURCE[bootSource],
    'bootDisk.name': bootSource === 'disk' ? 'bootDisk' : 'bootName',
    'bootDisk.size': 'bootSize',
    networkInterfaces: networkMode === 'custom' ? 'nics' : 'defaultStack',
    sshPublicKeys: 'sshKeys',
    antiAffinityGroups: 'groups',
    userData: userDataFrom === 'file' ? 'userDataFile' : 'userDataText',
    autoRestartPolicy: 'autoRestart',
  } satisfies FieldsOfBody<'instanceCreate', InstanceValues>
}
