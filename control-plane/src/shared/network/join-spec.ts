import type { MulticastGroupJoinSpec } from '@granary/contract/multicast-groups.ts'
import type { z } from 'zod'

export type JoinSpec = z.output<typeof MulticastGroupJoinSpec>
