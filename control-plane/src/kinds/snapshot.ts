import { SNAPSHOT_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { amount, choice, taggedSources, reference } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { capitalize } from '../kit/base/errors.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

export const snapshot = kind({
  kind: 'snapshot',
  table: 'snapshot',
  selector: 'snapshot',
  filter: listFilter(SNAPSHOT_FIELDS, {
    ...taggedSources,
    state: choice('state'),
    size: amount('size'),
    disk: reference('disk', 'disk_id'),
  }),
  parent: inside(project, 'project_id'),
  states: ['state', 'failure'],
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    diskId: row.disk_id,
    size: row.size,
    state: row.state,
    failure: row.failure == null ? null : capitalize(row.failure),
  }),
})
