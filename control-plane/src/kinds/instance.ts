import { autoRestartCooldownExpiration, autoRestartEnabled } from '@granary/domain/instance-states.ts'
import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { project } from './project.ts'

export const instance = kind({
  kind: 'instance',
  table: 'instance',
  selector: 'instance',
  parent: inside(project, 'project_id'),
  view: (row) => ({
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
  }),
})
