import type { Id, Json, Named } from './values.ts'

/** A saved request for an instance, in the form of the contract's `InstanceTemplateBody`. */
export type InstanceTemplateRow = Named & { project_id: Id; body: Json }

export type InstanceTemplateTables = { instance_template: InstanceTemplateRow }
