/** Programs that destroy, need privileges or change the machine; the format is that of `readTable`. */
export const dangerous = `
rm,rmdir,unlink,shred,srm,trash,trash-put,rimraf,grm,wipe | D | w* |
su,doas,pkexec,run0,gosu,su-exec,sudoedit,visudo,runuser,machinectl,calife,please | D | t* |
chmod,chown,chgrp,chattr,chflags,setfacl,setfattr,xattr,chcon,setcap,gchmod,gchown,restorecon | D | w* |
kill,pkill,killall,killall5,skill,xkill,tkill | D | t* |
fuser                 | S | t* | -vaumislcfwM46V -n: -k^D -K^D --kill^D
dd,gdd,ddrescue,dcfldd | D | t* |
mkfs,mke2fs,mkswap,fdisk,sfdisk,cfdisk,gdisk,sgdisk,parted,wipefs,blkdiscard,partprobe,losetup,hdparm,nvme,badblocks,fsck,e2fsck,resize2fs,tune2fs,debugfs,lvremove,vgremove,pvremove,lvcreate,cryptsetup,mdadm,zfs,zpool,btrfs,newfs,gpt,swapoff,fstrim | D | t* |
swapon                | D | t* | -s! --show?! --summary! --noheadings --raw --bytes
shutdown,reboot,halt,poweroff,init,telinit,systemd-run,kexec | D | t* |
mount                 | D | t* |
umount,eject,chroot,unshare,nsenter,setpriv,capsh,pivot_root | D | t* |
useradd,userdel,usermod,groupadd,groupdel,groupmod,adduser,deluser,addgroup,delgroup,passwd,chpasswd,chage,chsh,chfn,vipw,vigr,gpasswd,newgrp,sg,dscl,sysadminctl,dseditgroup,pwconv,faillock | D | t* |
iptables,ip6tables,nft,ufw,firewall-cmd,pfctl,ebtables,ipset,tc,brctl,ipvsadm | D | t* |
modprobe,insmod,rmmod,depmod,kextload,kextunload,dkms | D | t* |
batch,atrm,anacron,incrontab,start-stop-daemon | D | t* |
at                    | D | t* | -l! -V!
ldconfig              | D | t* | -p! --print-cache! -V! -v -N -X
update-alternatives,alternatives,update-grub,grub-install,grub-mkconfig,efibootmgr,update-initramfs,mkinitcpio,dracut,authconfig,pam-auth-update,setenforce,setsebool,semanage,apparmor_parser,aa-disable,auditctl,tccutil,bless,profiles,dpkg-reconfigure,debconf-set-selections | D | t* |
nc,ncat,netcat         | D | t* | -z!^C -v -vv -w: -n -u -4 -6 -q:
socat,telnet,rlogin,rsh,rcp,chisel,frpc,ngrok,cloudflared,localtunnel,bore,tmate,pwncat,msfconsole,msfvenom,hydra,john,hashcat,sqlmap,nikto,mimikatz,responder,ettercap,aircrack-ng,masscan,nmap,ttyd,gotty | D | t* |
osascript,automator | D | t* |
secret-tool,keyring,pass,gopass,op,bw,lpass,gnome-keyring-daemon,ssh-add,ssh-agent,gpg-agent,kinit | D | t* |
pg_dropcluster,dropdb,dropuser,mysqladmin | D | t* |
crash,memdump,gcore,dumpcap,bpftrace,xinput,xdotool,ydotool,wtype,logkeys | D | t* |
dbus-send,gdbus,qdbus,qdbus6,dbus-run,logrotate | D | t* |
`;
