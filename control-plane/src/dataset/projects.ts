import { projectImage, siloImage } from '../kinds/image.ts'
import { project } from '../kinds/project.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'

/** Plans projects; their VPCs and contents come later. */
export function planProjects(plan: Plan, dataset: Dataset): void {
  for (const { path, value } of dataset.projects) {
    const { id: siloId } = plan.silo(path, value)
    const row = { ...plan.named(path, `${siloId}/project`, value), silo_id: siloId }
    plan.projects.add(`${path}.name`, siloId, row.name, row)
    plan.rows.project.push(row)
    plan.note(project, { siloId, projectId: row.id }, row)
  }
}

/** Plans images of projects and silos. */
export function planImages(plan: Plan, dataset: Dataset): void {
  for (const entry of dataset.images) planImage(plan, entry)
}

function planImage(plan: Plan, { path, value }: Entry<'images'>): void {
  const { os, version, size, block_size } = value
  const scope = value.project
    ? plan.project(path, { silo: value.silo, project: value.project })
    : { siloId: plan.silo(path, value).id, projectId: null }
  const place = scope.projectId ?? scope.siloId
  const row = {
    ...plan.named(path, `${place}/image`, value),
    silo_id: scope.siloId,
    project_id: scope.projectId,
    os,
    version,
    size,
    block_size,
    digest: value.digest?.value ?? null,
    state: value.state,
    source_snapshot_id: null,
  }
  plan.images.add(`${path}.name`, place, row.name, row)
  plan.rows.image.push(row)
  plan.note(row.project_id ? projectImage : siloImage, scope, row)
}
