import { row, instance, inProject, NO_ID, type Rows } from './rows.ts'

/** A body that parses, and that is refused only after the permission check. */
const impossible = { name: 'never', description: '', hostname: 'never', ncpus: 1, memory: 1 }
const update = { boot_disk: null, auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false }

/** Instances. */
export const instanceRows = {
  instanceList: inProject('projectRead'),
  instanceCreate: inProject('projectWork', impossible),
  instanceView: instance('projectRead'),
  instanceUpdate: instance('projectWork', { ncpus: 1, memory: 1, ...update }),
  instanceDelete: instance('projectWork'),
  instanceDeletionPlan: instance('projectRead'),
  // Events that the caller may not read are not counted.
  instancesDeletionSummary: row('signedIn', () => ({ body: { instances: [NO_ID] } })),
  instanceStart: instance('projectWork'),
  instanceStop: instance('projectWork'),
  instanceReboot: instance('projectWork'),
  instanceDiskList: instance('projectRead'),
  instanceDiskAttach: row('projectWork', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query,
    body: { disk: of('disk') },
  })),
  instanceDiskDetach: row('projectWork', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query,
    body: { disk: of('disk') },
  })),
  instanceSshPublicKeyList: instance('projectRead'),
  instanceSerialConsole: row('projectRead', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query: { ...query, from_start: '0' },
  })),
  instanceSerialConsoleStream: instance('projectWork'),
} satisfies Rows
