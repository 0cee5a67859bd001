import { type Names, NO_ID, row, type Rows } from './rows.ts'

const withDisk = { bodyOf: ({ of }: Names) => ({ disk: of('disk') }) }

/** Instances. */
export const instanceRows = {
  instanceUpdate: {
    body: {
      ncpus: 1,
      memory: 1,
      boot_disk: null,
      auto_restart_policy: null,
      cpu_platform: null,
      enable_jumbo_frames: false,
    },
  },
  // Events that the caller may not read are not counted.
  instancesDeletionSummary: row('signedIn', () => ({ body: { instances: [NO_ID] } })),
  resourceSearch: row('signedIn', () => ({ query: { text: 'web' } })),
  siloInstanceList: row('signedIn'),
  instanceImageList: row('signedIn'),
  projectSummaries: row('signedIn', ({ of }) => ({ query: { project: of('project') } })),
  siloInstanceCounts: row('signedIn'),
  instanceDiskAttach: withDisk,
  instanceDiskDetach: withDisk,
  instanceSerialConsole: { query: { from_start: '0' } },
  instanceSerialConsoleStream: { rule: 'projectWork' },
} satisfies Rows
