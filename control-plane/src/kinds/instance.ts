import { autoRestartCooldownExpiration, autoRestartEnabled } from '@granary/domain/instance-states.ts'
import { INSTANCE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import type { InstanceRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { instanceSources } from './instance-sources.ts'
import { project } from './project.ts'

/** Everything that an instance shows. Lists don't read its user data, which may be long. */
const LISTED = [
  'id',
  'name',
  'description',
  'tags',
  'time_created',
  'time_modified',
  'project_id',
  'hostname',
  'ncpus',
  'memory',
  'run_state',
  'time_run_state_updated',
  'boot_disk_id',
  'auto_restart_policy',
  'time_last_auto_restarted',
  'cpu_platform',
  'enable_jumbo_frames',
  'start_problem',
  'note',
  'deletion_protected',
] as const

export const instance = kind({
  kind: 'instance',
  table: 'instance',
  listed: LISTED,
  selector: 'instance',
  filter: listFilter(INSTANCE_FIELDS, instanceSources),
  parent: inside(project, 'project_id'),
  states: [
    'run_state',
    'time_run_state_updated',
    'wanted_state',
    'reboots_wanted',
    'time_last_auto_restarted',
    'start_problem',
    'note',
    'sled_id',
    'charged',
  ],
  view: (row: Pick<InstanceRow, (typeof LISTED)[number]>) => ({
    ...identityView(row),
    projectId: row.project_id,
    hostname: row.hostname,
    ncpus: row.ncpus,
    memory: row.memory,
    runState: row.run_state,
    timeRunStateUpdated: row.time_run_state_updated,
    bootDiskId: row.boot_disk_id,
    autoRestartEnabled: autoRestartEnabled(row.auto_restart_policy),
    autoRestartPolicy: row.auto_restart_policy,
    autoRestartCooldownExpiration: autoRestartCooldownExpiration(row.time_last_auto_restarted),
    timeLastAutoRestarted: row.time_last_auto_restarted,
    cpuPlatform: row.cpu_platform,
    enableJumboFrames: row.enable_jumbo_frames === 1,
    startProblem: row.start_problem,
    note: row.note,
    deletionProtected: row.deletion_protected === 1,
  }),
})
