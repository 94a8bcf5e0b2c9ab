export { loginRoute } from './loginRoute.ts';
export { LogoutButton } from './LogoutButton.tsx';
