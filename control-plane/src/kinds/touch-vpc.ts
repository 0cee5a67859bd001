import type { Context } from '../kit/context/context.ts'
import { noteResource } from '../kit/resources/kind.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { vpc } from './vpc.ts'

/** Notes that the gaps of a VPC's network changed. */
export const touchVpc = (context: Context, { row, scope }: Found<'vpc'>): void =>
  noteResource(context, vpc, scope, row, row)
