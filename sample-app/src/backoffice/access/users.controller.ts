import {
  Body,
  Controller,
  Get,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../../decorators/describe.js';
import { AuditedFailures } from '../audit/audited.js';
import { Admin, type CurrentAdmin, Roles } from '../roles.decorator.js';
import { CreateUserDto, UpdateUserDto } from './user.dto.js';
import { toUserView, type UserView } from './user.view.js';
import { UsersService } from './users.service.js';

const USER_ID = new ParseUUIDPipe({
  exceptionFactory: () => new NotFoundException('Usuário não encontrado'),
});

/** Accounts of the back office. */
@ApiTags('Usuários')
@Controller('api/admin/users')
@Roles(['ADMIN'])
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Describe('Lista os usuários')
  async list(): Promise<UserView[]> {
    return (await this.users.list()).map(toUserView);
  }

  @Post()
  @Describe('Cria um usuário', 409)
  @AuditedFailures('USUARIO_CRIADO', 'id')
  async create(@Admin() admin: CurrentAdmin, @Body() user: CreateUserDto): Promise<UserView> {
    return toUserView(await this.users.create(admin, user));
  }

  @Patch(':id')
  @Describe('Altera um usuário', 409)
  @AuditedFailures('USUARIO_ALTERADO', 'id')
  async update(
    @Admin() admin: CurrentAdmin,
    @Param('id', USER_ID) id: string,
    @Body() change: UpdateUserDto,
  ): Promise<UserView> {
    return toUserView(await this.users.update(admin, id, change));
  }
}
