import { PROBLEM_CODES, type ProblemCode } from '@granary/domain/problems.ts'
import { z } from 'zod'
import { extra } from './extension.ts'

const meanings = Object.entries(PROBLEM_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`)

/** A problem with one field of a request. */
export const FieldProblem = z
  .object({
    path: z.string().meta({
      description:
        'Field of the path, query or body, with dots and indexes, such as `boot_disk.size` or `disks[2].name`. Empty for the whole body.',
    }),
    code: z
      .enum(Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]])
      .meta({ description: `What is wrong, for programs:\n${meanings.join('\n')}` }),
    message: z.string().meta({ description: 'What is wrong, for people, without the name of the field.' }),
  })
  .meta({ id: 'FieldProblem' })

/** Body of every error response. */
export const ApiErrorBody = z
  .object({
    requestId: z.string().meta({ description: "ID of the request, which the server's log has too" }),
    errorCode: z.string().optional().meta({ description: 'Code that a client may act on' }),
    message: z.string().meta({ description: 'What is wrong, for people' }),
    problems: extra(
      z.array(FieldProblem).meta({
        description:
          'What is wrong with which field: every problem that was found, when fields are to blame.',
      }),
    ),
  })
  .meta({ id: 'Error' })
