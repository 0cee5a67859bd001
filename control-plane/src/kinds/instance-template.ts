import type { InstanceTemplateBody } from '@granary/contract/instance-templates.ts'
import type { z } from 'zod'
import { storedJson } from '../kit/base/stored-json.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

export type TemplateBody = z.output<typeof InstanceTemplateBody>

/** A saved request for an instance. */
export const instanceTemplate = kind({
  kind: 'instance-template',
  table: 'instance_template',
  selector: 'instanceTemplate',
  parent: inside(project, 'project_id'),
  view: (row) => ({
    ...identityView(row),
    projectId: row.project_id,
    body: storedJson<z.input<typeof InstanceTemplateBody>>(row.body),
  }),
})
