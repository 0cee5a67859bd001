import type { CallInput } from '@granary/contract/call.ts'

export type InterfaceBody = CallInput<'instanceNetworkInterfaceCreate'>['body']

/** Values of the form of an interface; VPC and subnet by name. */
export type InterfaceValues = {
  name: string
  description: string
  vpc: string | null
  subnet: string | null
  stack: 'dual_stack' | 'v4' | 'v6'
  v4: string
  v6: string
}

export const emptyInterface: InterfaceValues = {
  name: '',
  description: '',
  vpc: null,
  subnet: null,
  stack: 'dual_stack',
  v4: '',
  v6: '',
}

/** The server assigns a blank address. */
const stack = (address: string) => ({
  ip: address.trim() ? { type: 'explicit' as const, value: address.trim() } : { type: 'auto' as const },
  transitIps: [],
})

/** Returns the request body of an interface. */
export function interfaceBodyOf(values: InterfaceValues): InterfaceBody {
  const v4 = stack(values.v4)
  const v6 = stack(values.v6)
  return {
    name: values.name,
    description: values.description,
    vpcName: values.vpc!,
    subnetName: values.subnet!,
    ipConfig:
      values.stack === 'dual_stack'
        ? { type: 'dual_stack', value: { v4, v6 } }
        : values.stack === 'v4'
          ? { type: 'v4', value: v4 }
          : { type: 'v6', value: v6 },
  }
}
