import { identityView, inside, resource } from '../kit/resource.ts'
import { silo } from '../silos/resource.ts'

export const project = resource({
  kind: 'project',
  table: 'project',
  selector: 'project',
  parent: inside(silo, 'silo_id'),
  view: identityView,
})
