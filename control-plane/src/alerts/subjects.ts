import { present } from '../kit/base/present.ts'
import type { Change } from '../kit/log/change.ts'
import type { Context } from '../kit/context/context.ts'

/** Returns an instance as alerts about it name it. */
export async function subjectOfInstance(
  context: Context,
  { id, name, projectId, siloId }: Pick<Change, 'id' | 'name' | 'projectId' | 'siloId'>,
) {
  const project = await context.db
    .selectFrom('project')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const instanceName = name ?? id
  const silo = present(siloId, 'the silo of an instance')
  return {
    name: `${instanceName} of project ${project?.name ?? projectId}`,
    subject: { kind: 'instance', id, name: instanceName, siloId },
    fields: {
      instance_id: id,
      instance_name: instanceName,
      project_id: present(projectId, 'the project of an instance'),
      project_name: project?.name ?? '',
      silo_id: silo,
      silo_name: await siloName(context, silo),
    },
  }
}

/** Returns the name of a silo; '' once it is deleted. */
export async function siloName({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const row = await db.selectFrom('silo').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
