// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** Replace firewall rules of a VPC. */
export const vpcFirewallRulesUpdate = /* @__PURE__ */ call('vpcFirewallRulesUpdate', 'PUT', '/v1/vpc-firewall-rules', ['vpc-firewall-rule'])
/** Create internet gateway. */
export const internetGatewayCreate = /* @__PURE__ */ call('internetGatewayCreate', 'POST', '/v1/internet-gateways', ['internet-gateway'])
/** Delete internet gateway. */
export const internetGatewayDelete = /* @__PURE__ */ call('internetGatewayDelete', 'DELETE', '/v1/internet-gateways/{gateway}', ['internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'router-route'])
/** Attach IP pool to an internet gateway. */
export const internetGatewayIpPoolCreate = /* @__PURE__ */ call('internetGatewayIpPoolCreate', 'POST', '/v1/internet-gateway-ip-pools', ['internet-gateway-ip-pool'])
/** Detach IP pool from an internet gateway. */
export const internetGatewayIpPoolDelete = /* @__PURE__ */ call('internetGatewayIpPoolDelete', 'DELETE', '/v1/internet-gateway-ip-pools/{pool}', ['internet-gateway-ip-pool'])
/** Attach IP address to an internet gateway. */
export const internetGatewayIpAddressCreate = /* @__PURE__ */ call('internetGatewayIpAddressCreate', 'POST', '/v1/internet-gateway-ip-addresses', ['internet-gateway-ip-address'])
/** Detach IP address from an internet gateway. */
export const internetGatewayIpAddressDelete = /* @__PURE__ */ call('internetGatewayIpAddressDelete', 'DELETE', '/v1/internet-gateway-ip-addresses/{address}', ['internet-gateway-ip-address'])
/** Explain reachability. */
export const vpcExplain = /* @__PURE__ */ extensionCall('vpcExplain', 'POST', '/experimental/v1/vpcs/{vpc}/reachability')
/** Create router. */
export const vpcRouterCreate = /* @__PURE__ */ call('vpcRouterCreate', 'POST', '/v1/vpc-routers', ['vpc-router'])
/** Update router. */
export const vpcRouterUpdate = /* @__PURE__ */ call('vpcRouterUpdate', 'PUT', '/v1/vpc-routers/{router}', ['vpc-router'])
/** Delete router. */
export const vpcRouterDelete = /* @__PURE__ */ call('vpcRouterDelete', 'DELETE', '/v1/vpc-routers/{router}', ['vpc-router', 'router-route', 'vpc-subnet'])
/** Create route. */
export const vpcRouterRouteCreate = /* @__PURE__ */ call('vpcRouterRouteCreate', 'POST', '/v1/vpc-router-routes', ['router-route'])
/** Update route. */
export const vpcRouterRouteUpdate = /* @__PURE__ */ call('vpcRouterRouteUpdate', 'PUT', '/v1/vpc-router-routes/{route}', ['router-route'])
/** Delete route. */
export const vpcRouterRouteDelete = /* @__PURE__ */ call('vpcRouterRouteDelete', 'DELETE', '/v1/vpc-router-routes/{route}', ['router-route'])
/** Create subnet. */
export const vpcSubnetCreate = /* @__PURE__ */ call('vpcSubnetCreate', 'POST', '/v1/vpc-subnets', ['vpc-subnet', 'router-route'])
/** Update subnet. */
export const vpcSubnetUpdate = /* @__PURE__ */ call('vpcSubnetUpdate', 'PUT', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** Delete subnet. */
export const vpcSubnetDelete = /* @__PURE__ */ call('vpcSubnetDelete', 'DELETE', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** Create VPC. */
export const vpcCreate = /* @__PURE__ */ call('vpcCreate', 'POST', '/v1/vpcs', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'vpc-subnet', 'vpc-firewall-rule'])
/** Update VPC. */
export const vpcUpdate = /* @__PURE__ */ call('vpcUpdate', 'PUT', '/v1/vpcs/{vpc}', ['vpc', 'vpc-firewall-rule'])
/** Delete VPC. */
export const vpcDelete = /* @__PURE__ */ call('vpcDelete', 'DELETE', '/v1/vpcs/{vpc}', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'vpc-firewall-rule'])
