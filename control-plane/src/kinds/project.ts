import { kind } from '../kit/kind.ts'
import { identityView, inside } from '../kit/resource.ts'
import { silo } from './silo.ts'

export const project = kind({
  kind: 'project',
  table: 'project',
  selector: 'project',
  parent: inside(silo, 'silo_id'),
  view: identityView,
})
