import { NAMED_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { namedSources } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { silo } from './silo.ts'

export const project = kind({
  kind: 'project',
  table: 'project',
  selector: 'project',
  filter: listFilter(NAMED_FIELDS, namedSources),
  parent: inside(silo, 'silo_id'),
  view: identityView,
})
