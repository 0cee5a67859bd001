import { identityView, inside, resource } from '../kit/resource.ts'
import { silo } from './silo.ts'

export const project = resource({
  kind: 'project',
  table: 'project',
  selector: 'project',
  parent: inside(silo, 'silo_id'),
  view: identityView,
})
